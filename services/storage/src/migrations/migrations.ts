import { CreateStorage1795000000000 } from './1795000000000-create-storage.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [CreateStorage1795000000000];
