/** The body of a refusal; empty when it could not be read. */
export interface RefusalBody {
  error?: string;
  message?: string;
  email?: string;
  attempt?: string;
  email_verification_required?: boolean;
  project?: unknown;
}

/** The server refused the call. `message` is the server's error text, or empty without one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly body: RefusalBody,
    /** The ETag of the current version, after a change of an older one was refused. */
    readonly etag: string | null = null,
  ) {
    super(message);
  }
}

/** There was no answer (offline, connection refused or cut, timed out). */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The content of a successful answer breaks the contract. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
}

/** The server's error text, else the fallback; `unanswered` when the server has refused nothing. */
export function describeError(error: unknown, fallback: string, unanswered = fallback): string {
  return error instanceof ApiError ? error.message || fallback : unanswered;
}

/** Whether the server says that it has no such call. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}
