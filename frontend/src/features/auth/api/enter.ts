import { type AnswerOf, type PageAnswer, signupOperation } from '@studiolo/contracts';
import type { NavigateFunction } from 'react-router-dom';

import type { RefusalBody } from '../../../lib/api/errors';
import { paths } from '../../../lib/paths';
import { signIn } from '../../../lib/session/session';
import { forgetTypedSignUp } from '../typed-sign-up';
import { rememberSignUp } from './own-sign-up';

/** What a sign-up or sign-in leads to: a session, or the mail that verifies the address. */
export const entryAnswer = signupOperation.answer;

type Entry = PageAnswer<AnswerOf<typeof signupOperation>>;

/** Opens the page that waits for the verification of a typed address. */
export async function openVerification(
  navigate: NavigateFunction,
  { email = '', attempt = '' }: Pick<RefusalBody, 'email' | 'attempt'>,
  typed: string,
): Promise<void> {
  const state = { email: email === '' ? typed : email, ...(attempt !== '' && { attempt }) };
  rememberSignUp(state);
  await navigate(paths.verifyEmailPending, { state });
}

/** Opens what follows a sign-up or sign-in with a typed address. */
export async function enter(
  navigate: NavigateFunction,
  entry: Entry,
  typed: string,
): Promise<void> {
  forgetTypedSignUp();
  if ('email_verification_required' in entry) return openVerification(navigate, entry, typed);
  await navigate(signIn(entry.token, entry.user), { replace: true });
}
