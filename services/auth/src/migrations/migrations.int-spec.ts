import { testMigrations } from '@studiolo/service-kit/testing/migrations';

import { database } from '../auth.module.js';

testMigrations('auth', database);
