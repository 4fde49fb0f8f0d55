import {
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_STORAGE_QUOTA_BYTES,
  type ErrorCode,
  errorSentence,
  kindOfName,
  type StorageUsage,
} from '@studiolo/contracts';

export interface UploadLimits {
  maxFileBytes: number;
  quotaBytes: number;
  /** What is left of the quota; null while unknown, when only the server checks it. */
  roomBytes: number | null;
}

export interface UploadRefusal {
  /** `full` when deleting files can make it acceptable. */
  status: 'refused' | 'full';
  reason: string;
}

export function limitsFrom(usage: StorageUsage | undefined): UploadLimits {
  return {
    maxFileBytes: usage?.max_file_bytes ?? DEFAULT_MAX_FILE_BYTES,
    quotaBytes: usage?.quota_bytes ?? DEFAULT_STORAGE_QUOTA_BYTES,
    roomBytes: usage ? usage.quota_bytes - usage.total_storage_bytes : null,
  };
}

function refusal(code: ErrorCode, details: Record<string, unknown>): UploadRefusal {
  const status = code === 'QUOTA_EXCEEDED' ? 'full' : 'refused';
  return { status, reason: errorSentence({ code, details }) };
}

export const NO_FILE_CHOSEN = errorSentence({ code: 'NO_FILE', details: {} });

/** Why the server would refuse a file, as far as the page can tell before sending it; else null. */
export function refusalOf(file: File, limits: UploadLimits): UploadRefusal | null {
  const { name: filename, size } = file;
  const { maxFileBytes, roomBytes, quotaBytes } = limits;
  if (!kindOfName(filename)) return refusal('FILE_TYPE_NOT_ALLOWED', { filename });
  if (size > maxFileBytes) return refusal('FILE_TOO_LARGE', { filename, size, max: maxFileBytes });
  if (size === 0) return refusal('FILE_EMPTY', { filename });
  if (roomBytes !== null && size > roomBytes) {
    const available = Math.max(0, roomBytes);
    return refusal('QUOTA_EXCEEDED', { needed: size, available, quota: quotaBytes, filename });
  }
  return null;
}
