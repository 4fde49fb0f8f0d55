import { runStatement } from '@studiolo/service-kit';
import type { DataSource, EntityManager } from 'typeorm';

const INSERT_TOMBSTONES = {
  text: 'INSERT INTO tombstones (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING',
};

/**
 * An upload that was under way when its project went ends within a minute; one that begins later is refused by the
 * projects service. An event that comes later still leaves a tombstone of its own.
 */
const DELETE_OLD_TOMBSTONES = {
  name: 'delete-old-tombstones',
  text: `DELETE FROM tombstones
          WHERE id IN (SELECT id FROM tombstones WHERE created_at < now() - interval '1 day'
                        LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
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

/** Deletes up to so many tombstones that are older than a day; says how many it were. */
export async function deleteOldTombstones(dataSource: DataSource, limit: number): Promise<number> {
  return (await runStatement(dataSource, DELETE_OLD_TOMBSTONES, [limit])).length;
}
