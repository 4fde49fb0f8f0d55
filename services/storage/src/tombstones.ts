import { runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

const INSERT_TOMBSTONES = {
  text: 'INSERT INTO tombstones (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING',
};

const FIND_TOMBSTONE = {
  name: 'find-tombstone',
  text: 'SELECT 1 FROM tombstones WHERE id = ANY($1::uuid[]) LIMIT 1',
};

/**
 * Marks ids of projects, owners and uploads as gone for good, so that an upload that was under way
 * finds out. Read and written under the owner's lock.
 */
export async function insertTombstones(
  transaction: EntityManager,
  ids: readonly string[],
): Promise<void> {
  await runStatement(transaction, INSERT_TOMBSTONES, [ids]);
}

/** Whether any of the ids is marked as gone. */
export async function hasTombstone(
  transaction: EntityManager,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await runStatement(transaction, FIND_TOMBSTONE, [ids]);
  return rows.length > 0;
}
