import { runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

import type { UploadFileEntity } from './upload-file.entity.js';

type UploadKey = Pick<UploadFileEntity, 'uploadId' | 'ownerId'>;

/** Effects of ending uploads: their objects are queued for removal, and their owner, `$1`, regains the space. */
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

/** Ends one upload: releases its reservation and queues its objects for removal. */
export async function endUpload(
  transaction: EntityManager,
  { uploadId, ownerId }: UploadKey,
  condition: 'any' | 'expired',
): Promise<void> {
  await runStatement(transaction, END_UPLOAD, [ownerId, uploadId, condition]);
}

/** Ends the uploads of one project, or all of the owner's; returns which. */
export async function endUploadsOf(
  transaction: EntityManager,
  { ownerId, projectId }: { ownerId: string; projectId?: string },
): Promise<string[]> {
  const values = [ownerId, projectId ?? null];
  const ended = await runStatement<UploadKey>(transaction, END_UPLOADS_OF, values);
  return ended.map(({ uploadId }) => uploadId);
}
