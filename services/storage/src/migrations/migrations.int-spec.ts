import { testMigrations } from '@studiolo/service-kit/testing/migrations';

import { database } from '../service.js';

testMigrations('storage', database);
