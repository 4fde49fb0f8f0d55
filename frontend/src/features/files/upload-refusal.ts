import { type ErrorCode, errorSentence, kindOfName } from '@studiolo/contracts';

export interface UploadLimits {
  maxFileBytes: number;
  quotaBytes: number;
  /** What is left of the quota; null while unknown, when only the server checks it. */
  roomBytes: number | null;
}

export interface UploadRefusal {
  reason: string;
  /** Deleting files can make it acceptable. */
  canPass: boolean;
}

function refusal(code: ErrorCode, details: Record<string, unknown> = {}): UploadRefusal {
  return { reason: errorSentence({ code, details }), canPass: code === 'QUOTA_EXCEEDED' };
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
