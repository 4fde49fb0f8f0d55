import { type BodyOf, forgotPasswordOperation } from '@studiolo/contracts';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { toast } from '../../../lib/toasts';

export const schema = forgotPasswordOperation.body;

/** Asks for the mail with the link that resets a password. Throws like `call`. */
export async function askForReset(body: BodyOf<typeof forgotPasswordOperation>): Promise<void> {
  await call(forgotPasswordOperation, { body });
  toast.success('Password reset email sent!');
}

export const describe = (error: unknown) =>
  describeError(error, 'Failed to send reset email. Please try again.');
