import { runStatement } from '@studiolo/service-kit';
import type { DataSource, EntityManager } from 'typeorm';

const INSERT_TOMBSTONES = {
  text: 'INSERT INTO tombstones (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING',
};

/**
 * A day is enough: an upload that was open when its project was deleted ends within a minute, and later ones are refused
 * by the projects service, since no file is left. An event that arrives later writes a new tombstone.
 */
const DELETE_OLD_TOMBSTONES = {
  name: 'delete-old-tombstones',
  text: `DELETE FROM tombstones
          WHERE id IN (SELECT id FROM tombstones WHERE created_at < now() - interval '1 day'
                        LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
};

/**
 * Marks ids of projects, owners and uploads as deleted; open uploads check them. Read and written under the owner's
 * lock.
 */
export async function insertTombstones(
  transaction: EntityManager,
  ids: readonly string[],
): Promise<void> {
  await runStatement(transaction, INSERT_TOMBSTONES, [ids]);
}

/** Deletes up to `limit` tombstones older than a day; returns how many. */
export async function deleteOldTombstones(dataSource: DataSource, limit: number): Promise<number> {
  return (await runStatement(dataSource, DELETE_OLD_TOMBSTONES, [limit])).length;
}
