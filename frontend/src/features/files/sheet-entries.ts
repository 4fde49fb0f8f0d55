import type { StoredFile } from '@studiolo/contracts';

import { hasEnded, type UploadItem } from './upload-item';

/** A frame of the contact sheet: a stored file, an upload, or an upload that has become a file. */
export interface SheetEntry {
  key: string;
  file: StoredFile | null;
  item: UploadItem | null;
}

const keyOf = ({ filename, created_at: createdAt }: StoredFile) => `${createdAt} ${filename}`;

/**
 * The uploads first, what was refused or failed before the rest, then the files in their order. An upload keeps its place
 * when it is stored, so that nothing moves; the next choice of files gives it that of its name.
 */
export function sheetEntries(
  files: readonly StoredFile[],
  items: readonly UploadItem[],
): readonly SheetEntry[] {
  const byKey = new Map(files.map((file) => [keyOf(file), file]));
  const ended = items.filter(hasEnded);
  const others = items.filter((item) => !hasEnded(item));
  const uploads = [...ended, ...others].flatMap((item): SheetEntry[] => {
    if (!item.stored) return [{ key: item.id, file: null, item }];
    const file = byKey.get(keyOf(item.stored));
    byKey.delete(keyOf(item.stored));
    return file ? [{ key: item.id, file, item }] : [];
  });
  const stored = [...byKey].map(([key, file]) => ({ key, file, item: null }));
  return [...uploads, ...stored];
}
