import { testMigrations } from '@studiolo/service-kit/testing/migrations';

import { database } from '../storage.module.js';

testMigrations('storage', database);
