import { readToken } from '../session/token';
import { apiBaseUrl, CALL_TIMEOUT_MS } from './config';

/** An answer that no page has taken within this time, in milliseconds, may be out of date and is forgotten. */
const STALE_AFTER_MS = 10_000;

const answers = new Map<string, Promise<Response>>();

const keyOf = (url: string, token: string) => `${token} ${url}`;

/**
 * Reads from the API what a page will ask for, while the code of the page is on its way. `next` tells from an answer what
 * the page will ask for after it.
 */
export function readEarly(apiPaths: readonly string[], next?: (answer: unknown) => string[]): void {
  const token = readToken();
  if (token === null) return;
  for (const path of apiPaths) {
    const url = apiBaseUrl() + path;
    const answer = fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      // The body of a download may take longer than a call, here as when the page asks for it.
      signal: path.startsWith('/api/download/') ? null : AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    answers.set(keyOf(url, token), answer);
    // The call that takes the answer handles a failure.
    answer
      .then(async (response) => next && readEarly(next(await response.clone().json())))
      .catch(() => undefined);
    // An unread body would keep its connection.
    const forget = async () => (await takeEarly(url, token))?.body?.cancel();
    setTimeout(() => void forget().catch(() => undefined), STALE_AFTER_MS);
  }
}

/** The early answer to a GET with this token. Each can be taken once. */
export function takeEarly(url: string, token: string): Promise<Response> | undefined {
  const key = keyOf(url, token);
  const answer = answers.get(key);
  answers.delete(key);
  return answer;
}

/** Whether the page has yet to ask for something that was read early for it. */
export const hasEarlyAnswers = () => answers.size > 0;
