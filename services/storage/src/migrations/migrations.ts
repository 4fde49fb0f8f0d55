import { CreateStorage1795000000000 } from './1795000000000-create-storage.js';
import { CreateInstallation1795377300000 } from './1795377300000-create-installation.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [CreateStorage1795000000000, CreateInstallation1795377300000];
