import { type ErrorCode, errorSentence } from '@studiolo/contracts';

/** The types that the picker offers; the server checks the content. */
export const ACCEPTED_TYPES = 'image/*,video/*,.pdf,.doc,.docx,.txt';

const DOCUMENT = /\.(pdf|docx?|txt)$/i;
const RAW =
  /\.(?:3fr|arw|cr[23w]|dcr|dng|erf|fff|iiq|kdc|mrw|nef|nrw|orf|pef|raf|raw|rw2|sr2|srw|x3f)$/i;
const IMAGE_OR_VIDEO =
  /\.(jpe?g|png|gif|webp|avif|heic|heif|tiff?|bmp|svg|ico|mp4|m4v|mov|webm|mkv|avi|mpe?g|ogv|3gp)$/i;

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

function isAccepted({ name, type }: File): boolean {
  const isNamedSo = [DOCUMENT, IMAGE_OR_VIDEO, RAW].some((names) => names.test(name));
  return /^(image|video)\//.test(type) || isNamedSo;
}

export const NO_FILE_CHOSEN = errorSentence({ code: 'NO_FILE', details: {} });

/** Why the server would refuse a file, as far as the page can tell before sending it; else null. */
export function refusalOf(file: File, limits: UploadLimits): UploadRefusal | null {
  const { name: filename, size } = file;
  const { maxFileBytes, roomBytes, quotaBytes } = limits;
  if (!isAccepted(file)) return refusal('FILE_TYPE_NOT_ALLOWED', { filename });
  if (size > maxFileBytes) return refusal('FILE_TOO_LARGE', { filename, size, max: maxFileBytes });
  if (size === 0) return refusal('FILE_EMPTY', { filename });
  if (roomBytes !== null && size > roomBytes) {
    const available = Math.max(0, roomBytes);
    return refusal('QUOTA_EXCEEDED', { needed: size, available, quota: quotaBytes, filename });
  }
  return null;
}
