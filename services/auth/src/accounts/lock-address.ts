import { runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

const LOCK = {
  name: 'lock-address',
  text: "SELECT pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))",
};

/**
 * Serialises transactions about one email address, whether or not it has an account. Callers take this lock before any
 * account's lock, which rules out a deadlock.
 */
export async function lockAddress(transaction: EntityManager, email: string): Promise<void> {
  await runStatement(transaction, LOCK, [email]);
}
