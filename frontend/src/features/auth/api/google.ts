import { googleCallbackOperation, googleUrlOperation } from '@studiolo/contracts';

import { call } from '../../../lib/api/client';
import { describeError, InvalidAnswerError } from '../../../lib/api/errors';
import { fullRedirect } from '../../../lib/full-redirect';
import { oncePerKey } from '../../../lib/once-per-key';
import { signIn } from '../../../lib/session';

/** Where a tab keeps the state it sent, to check that an answer from Google is its own. */
const STATE_KEY = 'google-state';

const NO_URL = 'No authorization URL received from server';

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
    sessionStorage.setItem(STATE_KEY, url.searchParams.get('state') ?? '');
    fullRedirect(url.href);
    return null;
  } catch (error) {
    if (error instanceof InvalidAnswerError) return NO_URL;
    return describeError(error, 'Failed to initiate Google sign in');
  }
}

export type GoogleOutcome =
  { status: 'success' } | { status: 'error'; message: string; toast?: string };

/** Whether this tab has sent the state; true at most once. */
function takeState(state: string | null): boolean {
  const expected = sessionStorage.getItem(STATE_KEY);
  sessionStorage.removeItem(STATE_KEY);
  return Boolean(expected) && expected === state;
}

async function exchange(code: string): Promise<GoogleOutcome> {
  try {
    const { token, user } = await call(googleCallbackOperation, { body: { code } });
    signIn(token, user);
    return { status: 'success' };
  } catch (error) {
    const isIncomplete = error instanceof InvalidAnswerError;
    return {
      status: 'error',
      message: isIncomplete
        ? 'Invalid response from server'
        : describeError(error, 'Failed to complete Google sign in'),
    };
  }
}

async function finish(search: string): Promise<GoogleOutcome> {
  const params = new URLSearchParams(search);
  const code = params.get('code');
  const isExpected = takeState(params.get('state'));
  if (params.get('error') !== null) {
    return {
      status: 'error',
      message: 'Google authentication was cancelled or failed',
      toast: 'Google authentication was cancelled',
    };
  }
  if (!code) {
    return {
      status: 'error',
      message: 'No authorization code received from Google',
      toast: 'Invalid Google authentication response',
    };
  }
  if (!isExpected) {
    return {
      status: 'error',
      message: 'Failed to complete Google sign in',
      toast: 'Invalid Google authentication response',
    };
  }
  return exchange(code);
}

/** Signs in with the code in the address that Google redirected to, once for each address. */
export const finishGoogleSignIn = oncePerKey(finish);
