import { testMigrations } from '@studiolo/service-kit/testing/migrations';

import { database } from '../projects.module.js';

testMigrations('projects', database);
