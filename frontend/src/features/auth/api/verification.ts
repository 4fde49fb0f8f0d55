import { resendVerificationOperation, verifyEmailOperation } from '@studiolo/contracts';

import { call } from '../../../lib/api/client';
import { describeError, isRefusedFor } from '../../../lib/api/errors';
import { currentUser, signIn } from '../../../lib/session/session';
import { oncePerKey } from '../../../lib/state/once-per-key';
import { toast } from '../../../lib/toasts';
import { findOwnSignUp, forgetSignUp } from './own-sign-up';

/** `notice`: what the person has to know, and may have to do about the password. */
export type VerificationOutcome =
  | { status: 'success'; notice?: string }
  | { status: 'verified-before' }
  | { status: 'error'; message: string };

const CHOOSE_PASSWORD =
  'Different passwords were typed for this address, so none was set. We sent you a mail to choose one.';

/** Whoever opens a link decides whose sign-up becomes the account: the page says whose it was, unless it made that itself. */
const signedUpAs = (name: string) =>
  `This account was signed up for as “${name}” and has the password that was typed then. ` +
  'If that was not you, reset the password now.';

async function verify(search: string): Promise<VerificationOutcome> {
  const params = new URLSearchParams(search);
  const token = params.get('token');
  if (!token) return { status: 'error', message: 'Invalid verification link - no token provided' };
  try {
    const attempt = await findOwnSignUp(params.get('email'));
    // The link of a changed address is opened by the account that asked.
    const userBefore = currentUser();
    const answer = await call(verifyEmailOperation, {
      body: { token, ...(attempt && { attempt }) },
    });
    signIn(answer.token, answer.user);
    forgetSignUp();
    toast.success('Welcome');
    const isOwn = attempt !== undefined || userBefore?.id === answer.user.id;
    if (isOwn && !answer.password_reset_sent) return { status: 'success' };
    const notice = answer.password_reset_sent ? CHOOSE_PASSWORD : signedUpAs(answer.user.name);
    toast.warning(notice);
    return { status: 'success', notice };
  } catch (error) {
    if (isRefusedFor(error, ['EMAIL_ALREADY_VERIFIED'])) return { status: 'verified-before' };
    return { status: 'error', message: describeError(error, 'Verification failed') };
  }
}

/** Sends the token of a link's query once, however often it is called. */
export const verifyEmailOnce = oncePerKey(verify);

export interface PendingVerification {
  /** Empty when unknown. */
  email: string;
  /** From the answer to the sign-up; without it, this browser's own is meant, or else the newest of the address. */
  attempt?: string | undefined;
}

/** Requests another mail with the link and shows the result as a toast. */
export async function resendVerification(pending: PendingVerification): Promise<void> {
  if (pending.email === '') {
    toast.error('Email address not found. Please try registering again.');
    return;
  }
  try {
    const attempt = pending.attempt ?? (await findOwnSignUp(pending.email));
    const body = { email: pending.email, ...(attempt && { attempt }) };
    await call(resendVerificationOperation, { body });
    toast.success('Verification email sent! Check your inbox.');
  } catch (error) {
    toast.error(describeError(error, 'Failed to resend email'));
  }
}
