import type { ErrorCode, StoredFile } from '@studiolo/contracts';

import { describeError, isRefusedFor, NetworkError } from '../../lib/api/errors';
import type { UploadItem } from './upload-item';

/** Errors that a retry would get again. A full quota is not among them, because space can be freed. */
const FINAL: readonly ErrorCode[] = [
  ...(['INVALID_REQUEST', 'MALFORMED_BODY', 'UNSUPPORTED_BODY', 'BODY_TOO_LARGE'] as const),
  ...(['NO_FILE', 'FILE_EMPTY', 'FILE_TOO_LARGE'] as const),
  ...(['FILE_TYPE_NOT_ALLOWED', 'FILE_NOT_RECOGNIZED', 'FILE_NOT_AS_NAMED'] as const),
  'PROJECT_NOT_FOUND',
];

class OtherBytesError extends Error {
  override readonly message =
    'What was stored is not this file. Delete the stored one and choose this one again';
}

/** @throws OtherBytesError when the server has stored another file than was sent */
export function proven(stored: StoredFile, sha256: string | null): StoredFile {
  const isOther = sha256 !== null && stored.sha256 !== null && stored.sha256 !== sha256;
  if (isOther) throw new OtherBytesError();
  return stored;
}

const CHANGED = 'This file was moved or changed after it was chosen. Choose it again';

/** Browsers read no more of a file that was moved or changed on the disk after it was chosen. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

type Failure = Pick<UploadItem, 'status' | 'reason' | 'share' | 'isUnanswered'>;

/** What a row says of an upload that failed, and whether it may be sent again. */
export async function failureOf(error: unknown, file: File): Promise<Failure> {
  const failure = { share: 0, isUnanswered: false };
  // The server would answer another try with what it has stored.
  if (error instanceof OtherBytesError) {
    return { ...failure, status: 'refused', reason: error.message };
  }
  const isUnanswered = error instanceof NetworkError;
  if (isUnanswered && !(await isReadable(file))) {
    return { ...failure, status: 'refused', reason: CHANGED };
  }
  const isFinal = isRefusedFor(error, FINAL, 400, 404, 413, 415);
  const reason = describeError(error, 'Failed to upload file');
  return { ...failure, status: isFinal ? 'refused' : 'failed', reason, isUnanswered };
}
