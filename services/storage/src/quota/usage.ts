import { AppError, runStatement } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';

export interface Usage {
  readonly usedBytes: number;
  readonly reservedBytes: number;
}

/**
 * Locks one owner's files and uploads until the transaction ends. Creates a missing row, so that the lock covers a
 * first upload too.
 */
export const LOCK_USAGE = {
  name: 'lock-usage',
  text: `INSERT INTO usage (owner_id) VALUES ($1)
         ON CONFLICT (owner_id) DO UPDATE SET owner_id = excluded.owner_id`,
};

/** SQL that deletes an owner's row when it counts zero; a missing row counts as zero. */
export const removingEmptyUsage = (ownerId: string) =>
  `DELETE FROM usage WHERE owner_id = ${ownerId} AND used_bytes = 0 AND reserved_bytes = 0`;

const REMOVE_EMPTY_USAGE = { text: removingEmptyUsage('$1') };

/** Deletes an owner's row when it counts zero; a missing row counts as zero. */
export async function removeEmptyUsage(transaction: EntityManager, ownerId: string): Promise<void> {
  await runStatement(transaction, REMOVE_EMPTY_USAGE, [ownerId]);
}

/**
 * Checks that files fit into the quota beside used and reserved bytes.
 * @throws AppError QUOTA_EXCEEDED with the numbers and the first file that has no room
 */
export function assertFits(
  files: readonly { readonly filename: string; readonly size: number }[],
  usage: Usage,
  quota: number,
): void {
  const available = Math.max(0, quota - usage.usedBytes - usage.reservedBytes);
  const needed = totalSize(files);
  if (needed <= available) return;
  let sum = 0;
  const atFault = files.find((file) => (sum += file.size) > available);
  throw new AppError('QUOTA_EXCEEDED', {
    needed,
    available,
    quota,
    ...(atFault && { filename: atFault.filename }),
  });
}

export function totalSize(files: readonly { readonly size: number }[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}
