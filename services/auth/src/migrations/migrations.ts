import { CreateAccounts1763700000000 } from './1763700000000-create-accounts.js';
import { AddGoogleLinks1795818863934 } from './1795818863934-add-google-links.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [CreateAccounts1763700000000, AddGoogleLinks1795818863934];
