import { resendVerificationOperation, verifyEmailOperation } from '@studiolo/contracts';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { oncePerKey } from '../../../lib/once-per-key';
import { signIn } from '../../../lib/session';
import { toast } from '../../../lib/toasts';

const SIGN_UP_KEY = 'sign-up';

/**
 * Keeps the sign-up that was made in this tab. The page that opens a mailed link hands it over, which proves that the
 * reader of the mail also typed the password.
 */
export function rememberSignUp(attempt: string | undefined): void {
  if (attempt) sessionStorage.setItem(SIGN_UP_KEY, attempt);
}

/** `notice`: what the person still has to do. */
export type VerificationOutcome =
  { status: 'success'; notice?: string } | { status: 'error'; message: string };

const CHOOSE_PASSWORD =
  'More than one sign-up waited for this address, so no password was set. We sent you a mail to choose one.';

async function verify(token: string): Promise<VerificationOutcome> {
  if (token === '') {
    return { status: 'error', message: 'Invalid verification link - no token provided' };
  }
  try {
    const attempt = sessionStorage.getItem(SIGN_UP_KEY);
    const body = { token, ...(attempt && { attempt }) };
    const answer = await call(verifyEmailOperation, { body });
    signIn(answer.token, answer.user);
    sessionStorage.removeItem(SIGN_UP_KEY);
    toast.success('Welcome');
    if (!answer.password_reset_sent) return { status: 'success' };
    toast.warning(CHOOSE_PASSWORD);
    return { status: 'success', notice: CHOOSE_PASSWORD };
  } catch (error) {
    return { status: 'error', message: describeError(error, 'Verification failed') };
  }
}

/** Sends the token of the link once, however often it is called; an empty token is not sent. */
export const verifyEmailOnce = oncePerKey(verify);

export interface PendingVerification {
  /** Empty when unknown. */
  email: string;
  /** From the answer to the sign-up; without it, the newest sign-up of the address is meant. */
  attempt?: string | undefined;
}

/** Requests another mail with the link and shows the result as a toast. */
export async function resendVerification(pending: PendingVerification): Promise<void> {
  if (pending.email === '') {
    toast.error('Email address not found. Please try registering again.');
    return;
  }
  try {
    await call(resendVerificationOperation, { body: pending });
    toast.success('Verification email sent! Check your inbox.');
  } catch (error) {
    toast.error(describeError(error, 'Failed to resend email'));
  }
}
