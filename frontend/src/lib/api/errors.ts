/** What a refusal carried, as far as it could be read. */
export interface RefusalBody {
  error?: string;
  message?: string;
  email?: string;
  attempt?: string;
  email_verification_required?: boolean;
  filename?: string;
  project?: unknown;
  request_id?: string;
}

/** The server answered and refused. `message` is its sentence, or empty when it gave none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly body: RefusalBody,
    /** Of what the server has instead of what was changed. */
    readonly etag: string | null = null,
  ) {
    super(message);
  }
}

/** No answer came (offline, refused, cut, timed out). */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** A success came whose content is not what the contract promises. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
}

/** The server's sentence if there is one, else the given text. */
export function describeError(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** The caller gave up; a time-out is not meant. */
export function isAbort(error: unknown): error is Error {
  return (
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
  );
}
