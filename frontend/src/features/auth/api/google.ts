import { googleCallbackOperation, googleUrlOperation } from '@studiolo/contracts';

import { call } from '../../../lib/api/client';
import { describeError, InvalidAnswerError } from '../../../lib/api/errors';
import { fullRedirect } from '../../../lib/navigation/full-redirect';
import { signIn } from '../../../lib/session/session';
import { oncePerKey } from '../../../lib/state/once-per-key';
import { tabStore } from '../../../lib/state/web-storage';
import { toast } from '../../../lib/toasts';

/** Where a tab keeps the state it sent, to check that an answer from Google is its own. */
const STATE_KEY = 'google-state';

const NO_URL = 'No authorization URL received from server';
const NOT_COMPLETED = 'Failed to complete Google sign in';

function parseAuthorizationUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && ['https:', 'http:'].includes(url.protocol) ? url : null;
}

/** Sends the browser to Google and returns null, or returns the error message. */
export async function startGoogleSignIn(): Promise<string | null> {
  try {
    const { authorization_url } = await call(googleUrlOperation, {});
    const url = parseAuthorizationUrl(authorization_url);
    if (!url) return NO_URL;
    tabStore.set(STATE_KEY, url.searchParams.get('state') ?? '');
    fullRedirect(url.href);
    return null;
  } catch (error) {
    if (error instanceof InvalidAnswerError) return NO_URL;
    return describeError(error, 'Failed to initiate Google sign in');
  }
}

export type GoogleOutcome = { status: 'success' } | { status: 'error'; message: string };

const failed = (message: string): GoogleOutcome => ({ status: 'error', message });

/** Whether this tab has sent the state; true at most once. */
function takeState(state: string | null): boolean {
  const expected = tabStore.get(STATE_KEY);
  tabStore.remove(STATE_KEY);
  return Boolean(expected) && expected === state;
}

async function exchange(code: string): Promise<GoogleOutcome> {
  try {
    const { token, user } = await call(googleCallbackOperation, { body: { code } });
    signIn(token, user);
    return { status: 'success' };
  } catch (error) {
    if (error instanceof InvalidAnswerError) return failed('Invalid response from server');
    return failed(describeError(error, NOT_COMPLETED));
  }
}

async function finish(search: string): Promise<GoogleOutcome> {
  const params = new URLSearchParams(search);
  const code = params.get('code');
  const isExpected = takeState(params.get('state'));
  if (params.get('error') !== null) {
    toast.error('Google authentication was cancelled');
    return failed('Google authentication was cancelled or failed');
  }
  if (code && isExpected) return exchange(code);
  toast.error('Invalid Google authentication response');
  return failed(code ? NOT_COMPLETED : 'No authorization code received from Google');
}

/** Signs in with the code in the address that Google redirected to, once for each address. */
export const finishGoogleSignIn = oncePerKey(finish);
