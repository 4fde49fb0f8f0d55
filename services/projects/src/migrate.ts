// The image's second command: migrates the schema and ends. The service itself also migrates at its start.
import { runMigrations } from '@studiolo/service-kit/database';

import { migrations } from './migrations/migrations.js';

await runMigrations({ schema: 'projects', migrations });
