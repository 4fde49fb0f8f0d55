import { readRows, runStatement } from '@studiolo/service-kit';
import type { DataSource, EntityManager } from 'typeorm';

import { deleteObjectsLater } from '../deletions/object-deletions.js';
import { changeUsage, totalSize } from '../quota/usage.js';
import type { FileEntity } from './file.entity.js';

type FileName = Pick<FileEntity, 'ownerId' | 'projectId' | 'filename'>;
type NewFile = Omit<FileEntity, 'createdAt'>;
type DeletedFile = Pick<FileEntity, 'size' | 'objectKey'>;

const FIND_FILE = {
  name: 'find-file',
  text: `SELECT id, filename, object_key AS "objectKey", size, content_type AS "contentType",
                created_at AS "createdAt"
           FROM files WHERE owner_id = $1 AND project_id = $2 AND filename = $3`,
};

const FIND_TAKEN_NAMES = {
  name: 'find-taken-names',
  text: 'SELECT filename FROM files WHERE project_id = $1 AND filename = ANY($2::text[])',
};

const INSERT_FILES = {
  name: 'insert-files',
  text: `WITH settled AS (
           UPDATE usage SET used_bytes = used_bytes + $3, reserved_bytes = reserved_bytes - $3
            WHERE owner_id = $2
         )
         INSERT INTO files (id, owner_id, project_id, filename, object_key, size, content_type)
         SELECT * FROM jsonb_to_recordset($1::jsonb)
             AS file(id uuid, "ownerId" uuid, "projectId" uuid, filename text, "objectKey" uuid,
                     size bigint, "contentType" text)
         RETURNING id, created_at AS "createdAt"`,
};

const DELETE_FILE = {
  name: 'delete-file',
  text: `DELETE FROM files WHERE owner_id = $1 AND project_id = $2 AND filename = $3
         RETURNING size, object_key AS "objectKey"`,
};

const DELETE_FILES_OF = {
  text: `DELETE FROM files WHERE owner_id = $1 AND ($2::uuid IS NULL OR project_id = $2)
         RETURNING size, object_key AS "objectKey"`,
};

export async function findFile(
  dataSource: DataSource,
  { ownerId, projectId, filename }: FileName,
): Promise<Omit<FileEntity, 'ownerId' | 'projectId'> | undefined> {
  const values = [ownerId, projectId, filename];
  const [file] = await readRows<FileEntity>(dataSource, FIND_FILE, values);
  return file;
}

/** Which of the names a project has already. */
export async function findTakenNames(
  transaction: EntityManager,
  projectId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await runStatement<FileEntity>(transaction, FIND_TAKEN_NAMES, [projectId, names]);
  return new Set(rows.map((row) => row.filename));
}

/**
 * Makes files of one owner visible, under names that are free, and turns their reservation into use;
 * gives them in the same order.
 */
export async function insertReservedFiles(
  transaction: EntityManager,
  ownerId: string,
  files: readonly NewFile[],
): Promise<FileEntity[]> {
  const values = [JSON.stringify(files), ownerId, totalSize(files)];
  const rows = await runStatement<FileEntity>(transaction, INSERT_FILES, values);
  const createdAt = new Map(rows.map((row) => [row.id, row.createdAt]));
  return files.map((file) => ({ ...file, createdAt: createdAt.get(file.id) ?? new Date() }));
}

/** Deletes one file with its share of the usage; its object follows. False when there is none. */
export async function deleteFile(
  transaction: EntityManager,
  { ownerId, projectId, filename }: FileName,
): Promise<boolean> {
  const values = [ownerId, projectId, filename];
  const files = await runStatement<DeletedFile>(transaction, DELETE_FILE, values);
  await settle(transaction, ownerId, files);
  return files.length > 0;
}

/** Deletes the files of one project, or all of the owner's, in the same way. */
export async function deleteFilesOf(
  transaction: EntityManager,
  { ownerId, projectId }: { ownerId: string; projectId?: string },
): Promise<void> {
  const values = [ownerId, projectId ?? null];
  const files = await runStatement<DeletedFile>(transaction, DELETE_FILES_OF, values);
  await settle(transaction, ownerId, files);
}

async function settle(
  transaction: EntityManager,
  ownerId: string,
  files: readonly DeletedFile[],
): Promise<void> {
  if (files.length === 0) return;
  await changeUsage(transaction, ownerId, { usedBytes: -totalSize(files) });
  await deleteObjectsLater(
    transaction,
    files.map((file) => file.objectKey),
  );
}
