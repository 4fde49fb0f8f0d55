import { CreateAccounts1763700000000 } from './1763700000000-create-accounts.js';
import { CreateAttempts1795374500000 } from './1795374500000-create-attempts.js';
import { DescribeSessions1795377600000 } from './1795377600000-describe-sessions.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [
  CreateAccounts1763700000000,
  CreateAttempts1795374500000,
  DescribeSessions1795377600000,
];
