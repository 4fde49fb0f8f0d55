import { FILES_PER_UPLOAD_MAX } from '@studiolo/contracts';
import {
  announcingChange,
  isoTimeSql,
  NOTE_REPLY,
  type NotingStatement,
  type Query,
} from '@studiolo/service-kit';
import { v7 as uuidv7 } from 'uuid';

import { removingEmptyUsage } from '../quota/usage.js';

interface Upload {
  readonly ownerId: string;
  readonly uploadId: string;
  /** Bytes of each file that the store has accepted; files of another size are refused. */
  readonly storedBytes?: readonly number[] | undefined;
  /** The name of each file; without them, the names of the request. */
  readonly names?: readonly string[] | undefined;
}

/** Why an upload was not kept: bytes are missing, a name is taken or repeated, or, without files, it is not open. */
export interface Refusal {
  readonly projectId: string | null;
  /** In the order of the request. */
  readonly files:
    | readonly {
        readonly filename: string;
        readonly size: number;
        /** Whether the project already has a file of this name. */
        readonly isNameTaken: boolean;
      }[]
    | null;
  /** Whether its project or its owner has been deleted. */
  readonly isGone: boolean;
}

const isTaken = (file: string) => `
  EXISTS (SELECT FROM files WHERE project_id = ${file}.project_id AND filename = ${file}.filename)`;

const KEEP_UPLOAD: NotingStatement = {
  name: 'keep-upload',
  announces: true,
  text: `WITH upload AS (
           SELECT object_key, project_id, filename, size, content_type,
                  row_number() OVER (ORDER BY position) AS place
             FROM upload_files WHERE upload_id = $3 AND owner_id = $4 AND expires_at > now()
         ),
         named AS (
           SELECT object_key, project_id, size, content_type, place,
                  coalesce(($6::text[])[place], filename) AS filename
             FROM upload
         ),
         allowed AS (
           SELECT FROM named
           HAVING count(*) > 0 AND count(DISTINCT filename) = count(*) AND NOT bool_or(${isTaken('named')})
              AND ($5::bigint[] IS NULL OR bool_and(size IS NOT DISTINCT FROM ($5::bigint[])[place]))
         ),
         taken AS (
           DELETE FROM upload_files USING allowed WHERE object_key IN (SELECT object_key FROM upload)
         ),
         kept AS (
           INSERT INTO files (id, owner_id, project_id, filename, object_key, size, content_type)
           SELECT ($7::uuid[])[place], $4, project_id, filename, object_key, size, content_type
             FROM named, allowed
           RETURNING *
         ),
         settled AS (
           UPDATE usage SET used_bytes = used_bytes + bytes, reserved_bytes = reserved_bytes - bytes
             FROM (SELECT sum(size) AS bytes FROM named, allowed) AS sum
            WHERE owner_id = $4 AND bytes IS NOT NULL
         ),
         unused AS (${removingEmptyUsage('$4')} AND NOT EXISTS (SELECT FROM allowed)),
         announced AS (${announcingChange(
           { kind: 'file', action: 'created' },
           '(SELECT DISTINCT owner_id, project_id FROM kept) AS created',
         )}),
         work AS (
           SELECT jsonb_build_object('files', jsonb_agg(jsonb_build_object(
                    'filename', kept.filename, 'size', kept.size, 'content_type', kept.content_type,
                    'created_at', ${isoTimeSql('created_at')}) ORDER BY place)) AS reply
             FROM kept JOIN named USING (object_key)
           HAVING count(*) > 0
         ),
         noted AS (${NOTE_REPLY})
         SELECT (SELECT reply FROM work) AS reply, (SELECT project_id FROM upload LIMIT 1) AS "projectId",
                (SELECT jsonb_agg(jsonb_build_object('filename', filename, 'size', size,
                                    'isNameTaken', ${isTaken('upload')}) ORDER BY place)
                   FROM upload) AS files,
                EXISTS (SELECT FROM tombstones WHERE id IN ($3, $4)) AS "isGone"`,
};

/** Makes the files of an open upload visible and turns their reservation into use, under the owner's lock. */
export function keepUpload({
  uploadId,
  ownerId,
  storedBytes,
  names,
}: Upload): Query<NotingStatement> {
  const ids = Array.from({ length: storedBytes?.length ?? FILES_PER_UPLOAD_MAX }, () => uuidv7());
  const values = [uploadId, ownerId, storedBytes ?? null, names ?? null, ids];
  return { statement: KEEP_UPLOAD, values };
}
