import {
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_STORAGE_QUOTA_BYTES,
  errorSentence,
  kindOfName,
  type StorageUsage,
} from '@studiolo/contracts';

import { isChosen, isInFlight, type UploadItem } from './upload-item';

export interface UploadLimits {
  maxFileBytes: number;
  quotaBytes: number;
  /** What is left of the quota; infinite while unknown, when only the server checks it. */
  roomBytes: number;
}

export function limitsFrom(usage: StorageUsage | undefined): UploadLimits {
  return {
    maxFileBytes: usage?.max_file_bytes ?? DEFAULT_MAX_FILE_BYTES,
    quotaBytes: usage?.quota_bytes ?? DEFAULT_STORAGE_QUOTA_BYTES,
    roomBytes: usage ? usage.quota_bytes - usage.total_storage_bytes : Infinity,
  };
}

export const NO_FILE_CHOSEN = errorSentence({ code: 'NO_FILE', details: {} });

/** Why the server would refuse a file, as far as the page can tell before sending it; else empty. */
export function refusalOf({ name: filename, size }: File, limits: UploadLimits): string {
  const { maxFileBytes: max, roomBytes, quotaBytes: quota } = limits;
  if (!kindOfName(filename)) {
    return errorSentence({ code: 'FILE_TYPE_NOT_ALLOWED', details: { filename } });
  }
  if (size > max)
    return errorSentence({ code: 'FILE_TOO_LARGE', details: { filename, size, max } });
  if (size === 0) return errorSentence({ code: 'FILE_EMPTY', details: { filename } });
  if (size <= roomBytes) return '';
  const available = Math.max(0, roomBytes);
  const details = { needed: size, available, quota, filename };
  return errorSentence({ code: 'QUOTA_EXCEEDED', details });
}

/** The uploads, with those of the chosen files as refused that the server would refuse: the first chosen get the room. */
export function checked(items: readonly UploadItem[], limits: UploadLimits): UploadItem[] {
  const sending = items.filter(isInFlight).reduce((sum, { file }) => sum + file.size, 0);
  let roomBytes = limits.roomBytes - sending;
  return items.map((item) => {
    if (!isChosen(item)) return item;
    const reason = refusalOf(item.file, { ...limits, roomBytes });
    if (reason) return { ...item, status: 'refused', reason };
    roomBytes -= item.file.size;
    return item;
  });
}
