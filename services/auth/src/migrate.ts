// The image's other command: migrates the schema and ends. The service itself does so at its start too.
import { runMigrations } from '@studiolo/service-kit';

import { migrations } from './migrations/migrations.js';

await runMigrations({ schema: 'auth', migrations });
