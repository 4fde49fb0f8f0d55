import { AppError } from '@studiolo/service-kit';

/** Error codes that blame the code we were given: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const CODE_FAULTS = new Set(['invalid_grant', 'invalid_request']);

/**
 * Converts a failed exchange to an error for the person signing in. Only the parts of Google's answer known to be
 * harmless are logged: the rest may repeat the code.
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
