import { type AnswerOf, type PageAnswer, signupOperation } from '@studiolo/contracts';
import type { NavigateFunction } from 'react-router-dom';

import type { RefusalBody } from '../../../lib/api/errors';
import { paths } from '../../../lib/paths';
import { signIn } from '../../../lib/session';
import { rememberSignUp } from './verification';

/** What a sign-up or sign-in leads to: a session, or the mail that verifies the address. */
export const entryAnswer = signupOperation.answer;

type Entry = PageAnswer<AnswerOf<typeof signupOperation>>;

export async function openVerification(
  { email = '', attempt = '' }: Pick<RefusalBody, 'email' | 'attempt'>,
  typed: string,
  navigate: NavigateFunction,
): Promise<void> {
  rememberSignUp(attempt);
  const state = { email: email === '' ? typed : email, ...(attempt !== '' && { attempt }) };
  await navigate(paths.verifyEmailPending, { state });
}

/** Opens the dashboard, or the page that waits for the verification of the typed address. */
export async function enter(
  entry: Entry,
  typed: string,
  navigate: NavigateFunction,
): Promise<void> {
  if ('email_verification_required' in entry) {
    await openVerification(entry, typed, navigate);
    return;
  }
  signIn(entry.token, entry.user);
  await navigate(paths.dashboard, { replace: true });
}
