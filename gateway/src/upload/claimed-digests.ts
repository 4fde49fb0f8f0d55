import { AppError } from '@studiolo/service-kit';

const HEX_SHA256 = /^[0-9a-f]{64}$/i;
/** The member of RFC 9530's dictionary that holds a SHA-256, and any value of that member. */
const REPR_SHA256 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:[,;]|$)/;
const ANY_SHA256 = /(?:^|,)\s*sha-256\s*=/;

/**
 * The SHA-256 of each file as its client computed it, in hexadecimal digits; empty when the client names none.
 * @param fields of the form, one for each file
 * @param reprDigest the request's header, for a form with one file: parts of a form have no header for it (RFC 7578, 4.8)
 * @throws AppError INVALID_REQUEST when they are not such digests, or not one for each file
 */
export function claimedDigests(
  fields: readonly string[],
  reprDigest: string | undefined,
  fileCount: number,
): string[] {
  const inHeader = reprDigest === undefined ? [] : sha256Of(reprDigest);
  const claimed = fields.length > 0 ? fields.map((field) => field.trim()) : inHeader;
  if (!claimed.every((digest) => HEX_SHA256.test(digest))) {
    throw new AppError('INVALID_REQUEST', { reason: 'sha256 must have 64 hexadecimal digits' });
  }
  if (claimed.length > 0 && claimed.length !== fileCount) {
    throw new AppError('INVALID_REQUEST', { reason: 'Each file needs one sha256, or none does' });
  }
  return claimed.map((digest) => digest.toLowerCase());
}

/** Other algorithms than SHA-256 are ignored, as RFC 9530 allows. */
function sha256Of(reprDigest: string): string[] {
  const base64 = REPR_SHA256.exec(reprDigest)?.[1];
  if (base64 !== undefined) return [Buffer.from(base64, 'base64').toString('hex')];
  if (!ANY_SHA256.test(reprDigest)) return [];
  throw new AppError('INVALID_REQUEST', { reason: 'The Repr-Digest is not valid' });
}
