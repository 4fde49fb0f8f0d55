import { runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

const INSERT_DELETIONS = {
  text: 'INSERT INTO object_deletions (object_key) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING',
};

/** Notes objects that nothing refers to any more once this transaction is committed. */
export async function deleteObjectsLater(
  transaction: EntityManager,
  objectKeys: readonly string[],
): Promise<void> {
  if (objectKeys.length === 0) return;
  await runStatement(transaction, INSERT_DELETIONS, [objectKeys]);
}
