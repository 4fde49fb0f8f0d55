import type { StoredFile } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { readRows } from '@studiolo/service-kit/database';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';

import type { StorageSettings } from '../storage.settings.js';

/** What an owner's files take, those of open uploads included. */
const takenSpaceSchema = z.object({ bytes: z.int(), files: z.int() });
type TakenSpace = z.infer<typeof takenSpaceSchema>;

const SUM_TAKEN_SPACE = {
  name: 'sum-taken-space',
  text: `SELECT coalesce(sum(size), 0)::bigint AS bytes, count(*) AS files
           FROM (SELECT size FROM files WHERE user_id = $1
                 UNION ALL SELECT size FROM upload_files WHERE user_id = $1) AS taken`,
  row: takenSpaceSchema,
};

/** Stays true until the end of the transaction if it holds the owner's lock. */
export async function takenSpace(transaction: EntityManager, userId: string): Promise<TakenSpace> {
  const [taken] = await readRows(transaction, SUM_TAKEN_SPACE, [userId]);
  return taken ?? { bytes: 0, files: 0 };
}

/**
 * @throws AppError QUOTA_EXCEEDED with the numbers and the first file that has no room; FILE_COUNT_EXCEEDED
 */
export function refuseWithoutRoom(
  files: readonly Pick<StoredFile, 'filename' | 'size'>[],
  taken: TakenSpace,
  limits: Pick<StorageSettings, 'STORAGE_QUOTA_BYTES' | 'MAX_FILES_PER_USER'>,
): void {
  const { STORAGE_QUOTA_BYTES: quota, MAX_FILES_PER_USER: max } = limits;
  const available = Math.max(0, quota - taken.bytes);
  let needed = 0;
  let filename: string | undefined;
  for (const file of files) {
    needed += file.size;
    if (needed > available) filename ??= file.filename;
  }
  if (filename !== undefined) {
    throw new AppError('QUOTA_EXCEEDED', { needed, available, quota, filename });
  }
  if (taken.files + files.length > max) throw new AppError('FILE_COUNT_EXCEEDED', { max });
}
