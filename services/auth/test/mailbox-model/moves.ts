import { Draft, UNDO_MAILS } from './effects.js';
import {
  type Account,
  type Address,
  holderOf,
  type Mail,
  type Party,
  READER,
  signUpsOf,
  type State,
} from './state.js';

/** What somebody does; ids are those of the model. */
export type Move =
  | { readonly does: 'sign up'; readonly who: Party }
  | { readonly does: 'ask for the link again'; readonly who: Party }
  | { readonly does: 'forget the password'; readonly address: Address }
  | { readonly does: 'log in'; readonly who: Party; readonly address: Address }
  | { readonly does: 'log out'; readonly session: number }
  | { readonly does: 'steal'; readonly session: number }
  | { readonly does: 'sign in with Google' }
  | { readonly does: 'ask for another address'; readonly session: number; readonly to: Address }
  | { readonly does: 'delete the account'; readonly session: number }
  | {
      readonly does: 'open a link';
      readonly mail: number;
      /** The page knows the sign-up that was made in that browser. */
      readonly onOwnPage?: boolean;
      /** The session of the page. */
      readonly session?: number;
    };

/** The state that follows, and how auth answers: `none`, or the code of its refusal. */
export interface Step {
  readonly next: State;
  readonly answer: string;
}

const done = (draft: Draft): Step => ({ next: draft.now, answer: 'none' });
const refused = (state: State, answer: string): Step => ({ next: state, answer });
export const byId = <Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
): Item => {
  const found = items.find((item) => item.id === id);
  if (!found) throw new Error(`There is no ${id}`);
  return found;
};

export function take(state: State, move: Move): Step {
  const draft = new Draft(state);
  switch (move.does) {
    case 'sign up':
      return signUp(draft, move.who);
    case 'ask for the link again':
      return askAgain(draft, state.known[move.who]);
    case 'forget the password':
      return forget(draft, move.address);
    case 'log in':
      return logIn(draft, move);
    case 'log out':
      draft.endSession(move.session);
      return done(draft);
    case 'steal':
      draft.steal(move.session);
      return done(draft);
    case 'sign in with Google':
      return google(draft);
    case 'ask for another address':
      return changeAddress(draft, move);
    case 'delete the account':
      draft.delete(byId(state.sessions, move.session).account);
      return done(draft);
    case 'open a link':
      return openLink(draft, byId(state.mails, move.mail), move);
  }
}

function signUp(draft: Draft, by: Party): Step {
  if (holderOf(draft.now, 'hers')) return refused(draft.now, 'EMAIL_TAKEN');
  const attempt = draft.begin({ address: 'hers', by, account: null });
  draft.send('confirm-sign-up', 'hers', { attempt });
  draft.remember(by, attempt);
  return done(draft);
}

function askAgain(draft: Draft, known: number | null): Step {
  const signUps = signUpsOf(draft.now);
  const attempt = known === null ? signUps[0] : signUps.find(({ id }) => id === known);
  if (attempt) draft.send('confirm-sign-up', 'hers', { attempt: attempt.id });
  return done(draft);
}

function forget(draft: Draft, address: Address): Step {
  const state = draft.now;
  const account = holderOf(state, address);
  const undo = state.mails.findLast(
    (mail) => mail.address === address && UNDO_MAILS.includes(mail.purpose),
  );
  const [signUp] = address === 'hers' ? signUpsOf(state) : [];
  if (account?.password === null && account.google) return done(draft);
  if (account) sendPasswordLink(draft, account);
  else if (undo) draft.send('email-changed', address, { account: undo.account });
  else if (signUp) draft.send('open-forgotten-sign-up', address, { attempt: signUp.id });
  return done(draft);
}

function sendPasswordLink(draft: Draft, { id, address, password }: Account): void {
  const purpose = password === null ? 'choose-password' : 'reset-password';
  draft.send(purpose, address, { account: id });
}

function logIn(draft: Draft, { who, address }: Extract<Move, { does: 'log in' }>): Step {
  const account = holderOf(draft.now, address);
  if (account?.password === who) {
    draft.signIn(who, account.id);
    return done(draft);
  }
  const waits = !account && address === 'hers' && signUpsOf(draft.now).some(({ by }) => by === who);
  return refused(draft.now, waits ? 'EMAIL_NOT_VERIFIED' : 'INVALID_CREDENTIALS');
}

/** The owner's Google account has her address; Google does not run the mailbox. */
function google(draft: Draft): Step {
  const known = draft.now.accounts.find((account) => account.google);
  if (known) return known.password === null ? signedIn(draft, known.id) : join(draft, known);
  const holder = holderOf(draft.now, 'hers');
  if (!holder) {
    const account = { address: 'hers', password: null, google: true, isExcused: false } as const;
    return signedIn(draft, draft.open(account));
  }
  draft.send('link-google', 'hers', { account: holder.id });
  return { next: draft.now, answer: 'GOOGLE_NEEDS_LINK' };
}

function signedIn(draft: Draft, account: number): Step {
  draft.signIn('owner', account);
  return done(draft);
}

function join(draft: Draft, { id, address }: Account): Step {
  draft.replaceOwner(id, address, { google: true, password: null });
  return signedIn(draft, id);
}

function changeAddress(
  draft: Draft,
  { session, to }: Extract<Move, { does: 'ask for another address' }>,
): Step {
  const state = draft.now;
  const account = byId(state.accounts, byId(state.sessions, session).account);
  if (account.address === to) return done(draft);
  if (account.google) return refused(state, 'GOOGLE_MANAGED_EMAIL');
  const begun = state.attempts.find((attempt) => attempt.account === account.id);
  const attempt = begun?.id ?? draft.begin({ address: to, by: null, account: account.id });
  draft.send('new-email-asked', account.address, { account: account.id });
  // Found out after the answer.
  if (holderOf(state, to)) draft.endAttempts(({ id }) => id === attempt);
  else draft.send('confirm-new-email', to, { attempt });
  return done(draft);
}

type Opening = Extract<Move, { does: 'open a link' }>;

function openLink(draft: Draft, mail: Mail, opening: Opening): Step {
  const { address, account: ofAccount } = mail;
  const reader = READER[address];
  switch (mail.purpose) {
    case 'confirm-sign-up':
    case 'open-forgotten-sign-up':
    case 'confirm-new-email':
      return verify(draft, mail, opening);
    case 'reset-password':
    case 'choose-password':
      draft.replaceOwner(ofAccount ?? 0, address, { password: reader });
      return done(draft);
    case 'link-google': {
      const account = byId(draft.now.accounts, ofAccount ?? 0);
      const isLinked = draft.now.accounts.some(({ google: has }) => has);
      if (account.address !== address || isLinked) {
        return refused(draft.now, 'INVALID_GOOGLE_LINK');
      }
      return join(draft, account);
    }
    case 'new-email-asked':
    case 'email-changed':
      return undo(draft, mail);
  }
}

function verify(draft: Draft, mail: Mail, { onOwnPage, session }: Opening): Step {
  const state = draft.now;
  if (mail.attempt === null) {
    const isHere = byId(state.accounts, mail.account ?? 0).address === mail.address;
    return refused(state, isHere ? 'EMAIL_ALREADY_VERIFIED' : 'INVALID_VERIFICATION_TOKEN');
  }
  const attempt = byId(state.attempts, mail.attempt);
  if (attempt.account !== null) return confirmChange(draft, attempt.account, mail.address, session);
  if (holderOf(state, 'hers')) return refused(state, 'EMAIL_TAKEN');
  const ownId = onOwnPage ? state.known.owner : null;
  const signUps = signUpsOf(state);
  const own = signUps.find(({ id }) => id === ownId);
  const isDisputed =
    !own &&
    (mail.purpose === 'open-forgotten-sign-up' ||
      ownId !== null ||
      signUps.some(({ by }) => by !== attempt.by));
  const password = isDisputed ? null : (own ?? attempt).by;
  const isExcused = password === 'stranger';
  const id = draft.open({ address: 'hers', password, google: false, isExcused });
  if (isDisputed) draft.send('choose-password', 'hers', { account: id });
  return signedIn(draft, id);
}

function confirmChange(draft: Draft, account: number, to: Address, session?: number): Step {
  const state = draft.now;
  const { address: old } = byId(state.accounts, account);
  const own = state.sessions.find(({ id }) => id === session);
  if (own?.account !== account) return refused(state, 'NEW_EMAIL_NEEDS_SESSION');
  if (holderOf(state, to)) return refused(state, 'EMAIL_TAKEN');
  draft.move(account, to, own.id);
  draft.send('email-changed', old, { account });
  return done(draft);
}

function undo(draft: Draft, { id: link, account: ofAccount, address }: Mail): Step {
  const state = draft.now;
  const account = byId(state.accounts, ofAccount ?? 0);
  if (account.address !== address && holderOf(state, address)) {
    return refused(state, 'UNDO_ADDRESS_TAKEN');
  }
  draft.endMails(
    (mail) =>
      mail.account === account.id &&
      UNDO_MAILS.includes(mail.purpose) &&
      (mail.address === address || mail.id >= link),
  );
  const changes = { address, password: READER[address], google: false };
  draft.replaceOwner(account.id, address, changes);
  return done(draft);
}
