import { fullRedirect } from '../navigation/full-redirect';
import { parseJson } from '../parse-json';
import { paths } from '../paths';
import { endSession, forget } from '../session/session';
import { readToken } from '../session/token';
import { ApiError, type RefusalBody } from './errors';

function isRecord(value: unknown): value is RefusalBody {
  return typeof value === 'object' && value !== null;
}

/** Whether a body refuses the call although its status says success. */
export function isRefusal(content: unknown): boolean {
  if (!isRecord(content)) return false;
  return Boolean(content.error) || ('success' in content && content.success === false);
}

/**
 * Signs out and opens /login. On /login itself it does not, because a reload would lose the error of a wrong password.
 * The refusal of an older token does not end the session that replaced it, and one without a token ends none.
 */
function leaveSession(sentToken: string | null): void {
  if (sentToken !== readToken()) return;
  if (sentToken === null) forget();
  else endSession();
  if (window.location.pathname !== paths.login) fullRedirect(paths.login);
}

export function logApiError(status: number, url: string): void {
  console.error(`API error: status ${status}, ${url}`);
}

interface Refusal {
  url: string;
  status: number;
  text: string;
  sentToken: string | null;
  etag?: string | null;
}

/** Logs a refusal, ends the session on 401 and returns the error to throw. */
export function refusalError({ url, status, text, sentToken, etag }: Refusal): ApiError {
  logApiError(status, url);
  if (status === 401) leaveSession(sentToken);
  const content = parseJson(text);
  const body = isRecord(content) ? content : {};
  const sentence = [body.error, body.message].find((value) => typeof value === 'string');
  return new ApiError(status, sentence ?? '', body, etag ?? null);
}
