import { isoTimeSql, NOTE_REPLY, type NotingStatement, type Query } from '@studiolo/service-kit';

import { removingEmptyUsage, totalSize, type Usage } from '../quota/usage.js';
import type { StoragePolicy } from '../storage-policy.js';
import type { UploadFileEntity } from '../uploads/upload-file.entity.js';

interface NewUpload extends Pick<UploadFileEntity, 'uploadId' | 'ownerId' | 'projectId'> {
  /** Whether the projects service has said that the project is the owner's. */
  readonly isConfirmed: boolean;
  /** In the order of the request. */
  readonly files: readonly Pick<
    UploadFileEntity,
    'objectKey' | 'filename' | 'size' | 'contentType'
  >[];
}

/** The reply stored in the inbox: it holds keys and no URLs, which would grant write access. */
export interface Reservation {
  readonly uploadId: string;
  readonly objectKeys: string[];
  readonly expiresAt: string;
}

export interface Refusal extends Usage {
  /** Whether the project or its owner has been deleted. */
  readonly isGone: boolean;
  /** False when only the projects service can tell whether the project is the owner's. */
  readonly isConfirmed: boolean;
}

// Any file of a project tells whose it is (docs/adr/0013).
// `clock_timestamp()` instead of `now()`: the transaction may have waited for the owner's lock. The count of the
// owner's files stops at their limit.
const RESERVE_UPLOAD: NotingStatement = {
  name: 'reserve-upload',
  announces: false,
  text: `WITH state AS (
           SELECT used_bytes AS "usedBytes", reserved_bytes AS "reservedBytes",
                  EXISTS (SELECT FROM tombstones WHERE id IN ($4, $5)) AS "isGone",
                  $11 OR coalesce((SELECT owner_id = $4 FROM files WHERE project_id = $5 LIMIT 1), false)
                    AS "isConfirmed",
                  clock_timestamp() + $6 * interval '1 millisecond' AS expires_at
             FROM usage WHERE owner_id = $4
         ),
         allowed AS (
           SELECT expires_at FROM state
            WHERE NOT "isGone" AND "isConfirmed" AND $8 <= greatest(0, $9 - "usedBytes" - "reservedBytes")
              AND (SELECT count(*) FROM (SELECT FROM files WHERE owner_id = $4 LIMIT $10) AS kept)
                + (SELECT count(*) FROM upload_files WHERE owner_id = $4)
                + jsonb_array_length($7::jsonb) <= $10
         ),
         reserved AS (
           UPDATE usage SET reserved_bytes = reserved_bytes + $8 FROM allowed WHERE owner_id = $4
         ),
         unused AS (${removingEmptyUsage('$4')} AND NOT EXISTS (SELECT FROM allowed)),
         added AS (
           INSERT INTO upload_files (upload_id, owner_id, project_id, expires_at,
                                     object_key, filename, size, content_type, position)
           SELECT $3, $4, $5, expires_at, file.*
             FROM allowed, ROWS FROM (jsonb_to_recordset($7::jsonb)
                    AS ("objectKey" uuid, filename text, size bigint, "contentType" text))
                  WITH ORDINALITY AS file
         ),
         work AS (
           SELECT jsonb_build_object('uploadId', $3, 'expiresAt', ${isoTimeSql('expires_at')},
                    'objectKeys', jsonb_path_query_array($7::jsonb, '$[*].objectKey')) AS reply
             FROM allowed
         ),
         noted AS (${NOTE_REPLY})
         SELECT (SELECT reply FROM work) AS reply, "usedBytes", "reservedBytes", "isGone", "isConfirmed"
           FROM state`,
};

/** Records the files of an upload and reserves their bytes under the owner's lock, or refuses if there is no room. */
export function reserveUpload(
  { uploadId, ownerId, projectId, isConfirmed, files }: NewUpload,
  { uploadTtlMs, quotaBytes, maxFiles }: StoragePolicy,
): Query<NotingStatement> {
  const content = [JSON.stringify(files), totalSize(files)];
  const limits = [quotaBytes, maxFiles];
  const values = [uploadId, ownerId, projectId, uploadTtlMs, ...content, ...limits, isConfirmed];
  return { statement: RESERVE_UPLOAD, values };
}
