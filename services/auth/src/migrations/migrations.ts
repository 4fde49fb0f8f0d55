import { CreateAccounts1763700000000 } from './1763700000000-create-accounts.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [CreateAccounts1763700000000];
