import { runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

const LOCK = {
  name: 'lock-address',
  text: "SELECT pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))",
};

/**
 * Lets transactions about one email address, whether or not somebody has it, take turns. It comes before the lock of
 * any account, so that no two of them wait for each other.
 */
export async function lockAddress(transaction: EntityManager, email: string): Promise<void> {
  await runStatement(transaction, LOCK, [email]);
}
