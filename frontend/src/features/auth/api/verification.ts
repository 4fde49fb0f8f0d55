import { resendVerificationOperation, verifyEmailOperation } from '@studiolo/contracts';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { oncePerKey } from '../../../lib/once-per-key';
import { signIn } from '../../../lib/session';
import { toast } from '../../../lib/toasts';

export type VerificationOutcome = { status: 'success' } | { status: 'error'; message: string };

async function verify(token: string): Promise<VerificationOutcome> {
  if (token === '') {
    return { status: 'error', message: 'Invalid verification link - no token provided' };
  }
  try {
    const answer = await call(verifyEmailOperation, { body: { token } });
    signIn(answer.token, answer.user);
    toast.success('Welcome');
    return { status: 'success' };
  } catch (error) {
    return { status: 'error', message: describeError(error, 'Verification failed') };
  }
}

/** Sends the token of the link once, however often it is called; an empty token is not sent. */
export const verifyEmailOnce = oncePerKey(verify);

/** A sign-up that waits for its verification. */
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
