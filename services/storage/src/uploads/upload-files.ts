import { runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

import { totalSize } from '../quota/usage.js';
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

// The clock and not the start of the transaction: it may have waited for the owner's lock. No more of the owner's
// files are counted than they may be.
const INSERT_UPLOAD = {
  name: 'insert-upload',
  text: `WITH allowed AS (
           SELECT WHERE NOT EXISTS (SELECT FROM tombstones WHERE id IN ($2, $3))
              AND (SELECT count(*) FROM (SELECT FROM files WHERE owner_id = $2 LIMIT $7) AS kept)
                + (SELECT count(*) FROM upload_files WHERE owner_id = $2)
                + jsonb_array_length($5::jsonb) <= $7
         ),
         reserved AS (
           UPDATE usage SET reserved_bytes = reserved_bytes + $6 FROM allowed WHERE owner_id = $2
         )
         INSERT INTO upload_files (upload_id, owner_id, project_id, expires_at,
                                   object_key, filename, size, content_type, position)
         SELECT $1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', file.*
           FROM allowed, ROWS FROM (jsonb_to_recordset($5::jsonb)
                  AS ("objectKey" uuid, filename text, size bigint, "contentType" text))
                WITH ORDINALITY AS file
         RETURNING expires_at AS "expiresAt"`,
};

const TAKE_OPEN_UPLOAD = {
  name: 'take-open-upload',
  text: `DELETE FROM upload_files WHERE upload_id = $1 AND owner_id = $2 AND expires_at > now()
         RETURNING project_id AS "projectId", position, object_key AS "objectKey", filename, size,
                   content_type AS "contentType",
                   EXISTS (SELECT FROM files WHERE files.project_id = upload_files.project_id
                             AND files.filename = upload_files.filename) AS "isNameTaken"`,
};

/** What follows from the end of uploads: their objects go, and their owner, `$1`, has room again. */
const endingUploads = (condition: string) => `
  WITH ended AS (
         DELETE FROM upload_files WHERE owner_id = $1 AND ${condition}
         RETURNING upload_id, object_key, size
       ),
       unreferenced AS (
         INSERT INTO object_deletions (object_key) SELECT object_key FROM ended
         ON CONFLICT DO NOTHING
       ),
       released AS (
         UPDATE usage SET reserved_bytes = reserved_bytes - (SELECT sum(size) FROM ended)
          WHERE owner_id = $1 AND EXISTS (SELECT FROM ended)
       )
  SELECT DISTINCT upload_id AS "uploadId" FROM ended`;

const END_UPLOAD = {
  text: endingUploads(`upload_id = $2 AND ($3 = 'any' OR expires_at <= now())`),
};

const END_UPLOADS_OF = {
  text: endingUploads('($2::uuid IS NULL OR project_id = $2)'),
};

/**
 * Stores the files of an upload, in their order, and reserves their bytes; says when the upload ends.
 * Undefined when the project or its owner is gone, or its owner would have more files than `maxFiles`.
 */
export async function insertUpload(
  transaction: EntityManager,
  files: readonly NewUploadFile[],
  upload: UploadKey & { projectId: string; ttlMs: number; maxFiles: number },
): Promise<Date | undefined> {
  const { uploadId, ownerId, projectId, ttlMs, maxFiles } = upload;
  const content = [JSON.stringify(files), totalSize(files)];
  const values = [uploadId, ownerId, projectId, ttlMs, ...content, maxFiles];
  const [row] = await runStatement<UploadFileEntity>(transaction, INSERT_UPLOAD, values);
  return row?.expiresAt;
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
  await runStatement(transaction, END_UPLOAD, [ownerId, uploadId, condition]);
}

/** Ends the uploads of one project, or all of the owner's; says which they were. */
export async function endUploadsOf(
  transaction: EntityManager,
  { ownerId, projectId }: { ownerId: string; projectId?: string },
): Promise<string[]> {
  const values = [ownerId, projectId ?? null];
  const ended = await runStatement<UploadKey>(transaction, END_UPLOADS_OF, values);
  return ended.map(({ uploadId }) => uploadId);
}
