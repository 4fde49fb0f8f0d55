import { AppError } from '@studiolo/service-kit';

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2: the codes that blame the code we were given. */
const CODE_FAULTS = new Set(['invalid_grant', 'invalid_request']);

/**
 * What a failed exchange means to the person signing in. Only the parts of Google's answer that are
 * known to be harmless reach the log: the rest may repeat the code.
 */
export function refusalOf(error: unknown): AppError {
  const { code, oauthError } = error as { code?: unknown; oauthError?: unknown };
  if (typeof code === 'string' && CODE_FAULTS.has(code))
    return new AppError('GOOGLE_CODE_REJECTED');
  if (!isObject(oauthError) || oauthError instanceof Error) {
    return new AppError('GOOGLE_UNREACHABLE', {}, { cause: oauthError ?? error });
  }
  const status = String(oauthError.statusCode);
  return new AppError('GOOGLE_UNREACHABLE', {}, { cause: new Error(`Google answered ${status}`) });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
