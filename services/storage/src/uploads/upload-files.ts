import { readRows, runStatement } from '@studiolo/service-kit';
import type { DataSource, EntityManager } from 'typeorm';

import { deleteObjectsLater } from '../deletions/object-deletions.js';
import { changeUsage, totalSize } from '../quota/usage.js';
import type { UploadFileEntity } from './upload-file.entity.js';

type NewUploadFile = Pick<UploadFileEntity, 'objectKey' | 'filename' | 'size' | 'contentType'>;
type UploadKey = Pick<UploadFileEntity, 'uploadId' | 'ownerId'>;

export interface TakenUpload {
  readonly projectId: string;
  /** In the order of the request. */
  readonly files: readonly TakenUploadFile[];
}

interface TakenUploadFile extends NewUploadFile {
  /** Whether the project has a file of this name already. */
  readonly isNameTaken: boolean;
}

type TakenRow = UploadFileEntity & TakenUploadFile;
type EndedUploadFile = Pick<UploadFileEntity, 'uploadId' | 'objectKey' | 'size'>;

// The clock and not the start of the transaction: it may have waited for the owner's lock.
const INSERT_UPLOAD = {
  name: 'insert-upload',
  text: `WITH reserved AS (
           UPDATE usage SET reserved_bytes = reserved_bytes + $6 WHERE owner_id = $2
         )
         INSERT INTO upload_files (upload_id, owner_id, project_id, expires_at,
                                   object_key, filename, size, content_type, position)
         SELECT $1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', file.*
           FROM ROWS FROM (jsonb_to_recordset($5::jsonb)
                  AS ("objectKey" uuid, filename text, size bigint, "contentType" text))
                WITH ORDINALITY AS file
          WHERE NOT EXISTS (SELECT FROM tombstones WHERE id IN ($2, $3))
         RETURNING expires_at AS "expiresAt"`,
};

const FIND_UPLOAD_OBJECTS = {
  name: 'find-upload-objects',
  text: `SELECT object_key AS "objectKey", size FROM upload_files
          WHERE upload_id = $1 AND owner_id = $2`,
};

const TAKE_OPEN_UPLOAD = {
  name: 'take-open-upload',
  text: `DELETE FROM upload_files WHERE upload_id = $1 AND owner_id = $2 AND expires_at > now()
         RETURNING project_id AS "projectId", position, object_key AS "objectKey", filename, size,
                   content_type AS "contentType",
                   EXISTS (SELECT FROM files WHERE files.project_id = upload_files.project_id
                             AND files.filename = upload_files.filename) AS "isNameTaken"`,
};

const END_UPLOAD = {
  text: `DELETE FROM upload_files
          WHERE upload_id = $1 AND owner_id = $2 AND ($3 = 'any' OR expires_at <= now())
         RETURNING upload_id AS "uploadId", object_key AS "objectKey", size`,
};

const END_UPLOADS_OF = {
  text: `DELETE FROM upload_files WHERE owner_id = $1 AND ($2::uuid IS NULL OR project_id = $2)
         RETURNING upload_id AS "uploadId", object_key AS "objectKey", size`,
};

/**
 * Stores the files of an upload, in their order, and reserves their bytes; says when the upload ends.
 * Undefined when the project or its owner is gone: then the transaction must not be committed.
 */
export async function insertUpload(
  transaction: EntityManager,
  files: readonly NewUploadFile[],
  upload: UploadKey & { projectId: string; ttlMs: number },
): Promise<Date | undefined> {
  const { uploadId, ownerId, projectId, ttlMs } = upload;
  const values = [uploadId, ownerId, projectId, ttlMs, JSON.stringify(files), totalSize(files)];
  const [row] = await runStatement<UploadFileEntity>(transaction, INSERT_UPLOAD, values);
  return row?.expiresAt;
}

/** The objects an upload will have; none when it is unknown or over. */
export function findUploadObjects(
  dataSource: DataSource,
  { uploadId, ownerId }: UploadKey,
): Promise<Pick<UploadFileEntity, 'objectKey' | 'size'>[]> {
  return readRows<UploadFileEntity>(dataSource, FIND_UPLOAD_OBJECTS, [uploadId, ownerId]);
}

/** Takes an open upload out; undefined when it is unknown or over. */
export async function takeOpenUpload(
  transaction: EntityManager,
  { uploadId, ownerId }: UploadKey,
): Promise<TakenUpload | undefined> {
  const values = [uploadId, ownerId];
  const files = await runStatement<TakenRow>(transaction, TAKE_OPEN_UPLOAD, values);
  const [first] = files.sort((one, other) => one.position - other.position);
  return first && { projectId: first.projectId, files };
}

/** Ends one upload: frees its reservation and leaves its objects to be removed. */
export async function endUpload(
  transaction: EntityManager,
  { uploadId, ownerId }: UploadKey,
  condition: 'any' | 'expired',
): Promise<void> {
  const values = [uploadId, ownerId, condition];
  const files = await runStatement<EndedUploadFile>(transaction, END_UPLOAD, values);
  await release(transaction, ownerId, files);
}

/** Ends the uploads of one project, or all of the owner's; says which they were. */
export async function endUploadsOf(
  transaction: EntityManager,
  { ownerId, projectId }: { ownerId: string; projectId?: string },
): Promise<string[]> {
  const values = [ownerId, projectId ?? null];
  const files = await runStatement<EndedUploadFile>(transaction, END_UPLOADS_OF, values);
  await release(transaction, ownerId, files);
  return [...new Set(files.map((file) => file.uploadId))];
}

async function release(
  transaction: EntityManager,
  ownerId: string,
  files: readonly EndedUploadFile[],
): Promise<void> {
  if (files.length === 0) return;
  await changeUsage(transaction, ownerId, { reservedBytes: -totalSize(files) });
  await deleteObjectsLater(
    transaction,
    files.map((file) => file.objectKey),
  );
}
