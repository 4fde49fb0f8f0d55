import { type AnswerOf, type PageAnswer, signupOperation } from '@studiolo/contracts';
import { useNavigate } from 'react-router-dom';

import type { RefusalBody } from '../../../lib/api/errors';
import { paths } from '../../../lib/paths';
import { signIn } from '../../../lib/session/session';
import { forgetTypedSignUp } from '../typed-sign-up';
import { rememberSignUp } from './own-sign-up';

/** What a sign-up or sign-in leads to: a session, or the mail that verifies the address. */
export const entryAnswer = signupOperation.answer;

type Entry = PageAnswer<AnswerOf<typeof signupOperation>>;

/** Opens what follows a sign-up or sign-in with a typed address. */
export function useEnter() {
  const navigate = useNavigate();

  /** Opens the page that waits for the verification of the address. */
  const openVerification = async (
    { email = '', attempt = '' }: Pick<RefusalBody, 'email' | 'attempt'>,
    typed: string,
  ) => {
    const state = { email: email === '' ? typed : email, ...(attempt !== '' && { attempt }) };
    rememberSignUp(state);
    await navigate(paths.verifyEmailPending, { state });
  };

  const enter = async (entry: Entry, typed: string) => {
    forgetTypedSignUp();
    if ('email_verification_required' in entry) return openVerification(entry, typed);
    await navigate(signIn(entry.token, entry.user), { replace: true });
  };

  return { enter, openVerification };
}
