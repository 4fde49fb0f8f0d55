import type { ErrorCode } from '@studiolo/contracts';

/** The body of a refusal; empty when it could not be read. */
export interface RefusalBody {
  error?: string;
  code?: unknown;
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

/** There was no answer within the time that a call may take. */
export class TimeoutError extends NetworkError {}

/** The content of a successful answer breaks the contract. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
}

/** The server's error text, else the fallback; `unanswered` when the server has refused nothing. */
export function describeError(error: unknown, fallback: string, unanswered = fallback): string {
  return error instanceof ApiError ? error.message || fallback : unanswered;
}

/** The form of Studiolo's codes. Another server sends none of this form, and its statuses count instead. */
const CODE = /^[A-Z]+(_[A-Z]+)*$/;

function isRefusedBy(
  error: unknown,
  codes: readonly ErrorCode[],
  means: (status: number) => boolean,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, body } = error;
  const { code } = body;
  if (typeof code !== 'string' || !CODE.test(code)) return means(status);
  return codes.some((one) => one === code);
}

/**
 * Whether the server refused the call for one of these reasons.
 * @param statuses by which a server without codes gives these reasons
 */
export function isRefusedFor(
  error: unknown,
  codes: readonly ErrorCode[],
  ...statuses: readonly number[]
): boolean {
  return isRefusedBy(error, codes, (status) => statuses.includes(status));
}

/** Whether the server says that it has no such call. */
export function isAbsent(error: unknown): boolean {
  return isRefusedFor(error, ['NOT_FOUND', 'METHOD_NOT_ALLOWED'], 404, 405, 501);
}

/** Whether the server says that it, or what it needs, is away for a moment. */
export function isOutage(error: unknown): boolean {
  return isRefusedBy(error, ['UNAVAILABLE'], (status) => status >= 502);
}

/** Whether the call was refused, so that it certainly had no effect. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return !isRefusedBy(error, ['UNAVAILABLE', 'INTERNAL'], (status) => status >= 500);
}
