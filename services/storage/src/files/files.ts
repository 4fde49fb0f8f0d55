import { announcingChange, noteOutboxEntry, readRows, runStatement } from '@studiolo/service-kit';
import type { DataSource, EntityManager } from 'typeorm';

import type { NumberedName } from '../filenames/numbered-name.js';
import type { FileEntity } from './file.entity.js';

type FileName = Pick<FileEntity, 'ownerId' | 'projectId' | 'filename'>;

const FIND_FILE = {
  name: 'find-file',
  text: `SELECT id, filename, object_key AS "objectKey", size, content_type AS "contentType",
                created_at AS "createdAt"
           FROM files WHERE owner_id = $1 AND project_id = $2 AND filename = $3`,
};

/**
 * Finds a taken number followed by a free one: doubles the step until a number is free, then bisects between it and the
 * last taken number. Takes about twice the binary logarithm of the number of files of that name. The step is limited,
 * in case somebody takes the numbers 2, 4, 8 … on purpose.
 */
export const FIND_FREE_NUMBER = {
  name: 'find-free-number',
  text: `WITH RECURSIVE search (taken, free, step) AS (
           SELECT $4::bigint, NULL::bigint, 1
           UNION ALL
           SELECT CASE WHEN found IS NULL THEN taken ELSE number END,
                  CASE WHEN found IS NULL THEN number ELSE free END, least(2 * step, 1000000)
             FROM search
            CROSS JOIN LATERAL (SELECT coalesce((taken + free) / 2, taken + step) AS number) AS next
             LEFT JOIN LATERAL (
              SELECT true AS found FROM files
               WHERE project_id = $1
                 AND filename = ($2::text[])[length(number::text)] || number || $3
               LIMIT 1
            ) AS file ON true
            WHERE free IS NULL OR free > taken + 1
         )
         SELECT free AS number FROM search WHERE free = taken + 1`,
};

/** Announces no files that are deleted with their account, whose deletion passes null as the project, `$2`. */
const DELETED_FILES = `(
  SELECT DISTINCT owner_id, project_id FROM deleted WHERE $2::uuid IS NOT NULL) AS deletion`;

/** Effects of deleting files: their objects are queued for removal, and their owner, `$1`, regains the space. */
const deletingFiles = (condition: string) => `
  WITH deleted AS (
         DELETE FROM files WHERE owner_id = $1 AND ${condition}
         RETURNING size, object_key, owner_id, project_id
       ),
       announced AS (${announcingChange({ kind: 'file', action: 'deleted' }, DELETED_FILES)}),
       unreferenced AS (
         INSERT INTO object_deletions (object_key) SELECT object_key FROM deleted
         ON CONFLICT DO NOTHING
       ),
       settled AS (
         UPDATE usage SET used_bytes = used_bytes - (SELECT sum(size) FROM deleted)
          WHERE owner_id = $1 AND EXISTS (SELECT FROM deleted)
       )
  SELECT count(*) FROM deleted`;

const DELETE_FILE = {
  name: 'delete-file',
  text: deletingFiles('project_id = $2 AND filename = $3'),
};

const DELETE_SOME_FILES = {
  text: deletingFiles(
    'id IN (SELECT id FROM files WHERE owner_id = $1 AND ($2::uuid IS NULL OR project_id = $2) LIMIT $3)',
  ),
};

export async function findFile(
  dataSource: DataSource,
  { ownerId, projectId, filename }: FileName,
): Promise<Omit<FileEntity, 'ownerId' | 'projectId'> | undefined> {
  const values = [ownerId, projectId, filename];
  const [file] = await readRows<FileEntity>(dataSource, FIND_FILE, values);
  return file;
}

/** A number above `after` under which the project has no file of the name; not always the lowest. */
export async function findFreeNumber(
  dataSource: DataSource,
  projectId: string,
  { beforeNumber, behindNumber }: NumberedName,
  after: number,
): Promise<number> {
  const values = [projectId, beforeNumber, behindNumber, after];
  const [row] = await runStatement<{ number: number }>(dataSource, FIND_FREE_NUMBER, values);
  if (!row) throw new Error('The search for a free number has no end');
  return row.number;
}

/** Deletes one file and its share of the usage; its object is removed later. False when there is none. */
export async function deleteFile(
  transaction: EntityManager,
  { ownerId, projectId, filename }: FileName,
): Promise<boolean> {
  const values = [ownerId, projectId, filename];
  const [row] = await runStatement<{ count: number }>(transaction, DELETE_FILE, values);
  noteOutboxEntry(transaction);
  return row?.count === 1;
}

/** Deletes a limited number of files of one project, or of all the owner's, in the same way; returns how many. */
export async function deleteSomeFiles(
  transaction: EntityManager,
  { ownerId, projectId }: { ownerId: string; projectId?: string },
  limit: number,
): Promise<number> {
  const values = [ownerId, projectId ?? null, limit];
  const [row] = await runStatement<{ count: number }>(transaction, DELETE_SOME_FILES, values);
  return row?.count ?? 0;
}
