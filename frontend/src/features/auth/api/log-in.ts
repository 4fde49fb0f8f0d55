import { type BodyOf, loginOperation } from '@studiolo/contracts';
import type { NavigateFunction } from 'react-router-dom';

import { call } from '../../../lib/api/client';
import { ApiError, describeError } from '../../../lib/api/errors';
import { toast } from '../../../lib/toasts';
import { enter, entryAnswer, openVerification } from './enter';

const operation = { ...loginOperation, answer: entryAnswer };

export const schema = loginOperation.body;

/** Signs in and opens the page that follows. Throws like `call`. */
export async function logIn(
  body: BodyOf<typeof operation>,
  navigate: NavigateFunction,
): Promise<void> {
  try {
    await enter(navigate, await call(operation, { body }), body.email);
  } catch (error) {
    if (!(error instanceof ApiError && error.body.email_verification_required)) throw error;
    toast.error('Please verify your email before logging in');
    await openVerification(navigate, error.body, body.email);
  }
}

export const describe = (error: unknown) =>
  describeError(error, 'Login failed', 'An error occurred during login');
