import type { Damage } from '@studiolo/contracts';

import type { FileEntity } from '../entities/file.entity.js';
import type { DigestedObject } from '../object-store/object-store.js';

/** What is wrong with the object of a file; null when it is sound. A file without a hash is taken as it is. */
export function findDamage(
  { size, sha256 }: Pick<FileEntity, 'size' | 'sha256'>,
  object: DigestedObject | undefined,
): Damage | null {
  if (!object) return 'missing';
  if (object.size < size) return 'cut';
  const isSame = object.size === size && (sha256 ?? object.sha256) === object.sha256;
  return isSame ? null : 'changed';
}
