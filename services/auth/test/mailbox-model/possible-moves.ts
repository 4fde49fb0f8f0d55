import { byId, type Move } from './moves.js';
import { type Mail, READER, sessionsOf, signUpsOf, type State } from './state.js';

/** Bounds of the explored states. */
const MOST = { signUps: 2, mails: 5, sessionsOfOne: 2 };

/** What anybody can do in a state, within the bounds. */
export function movesIn(state: State): Move[] {
  const addresses = ['hers', 'his'] as const;
  const parties = ['owner', 'stranger'] as const;
  const mayMail = state.mails.length < MOST.mails;
  const maySignUp = mayMail && signUpsOf(state).length < MOST.signUps;
  const logIns = parties
    .filter((who) => sessionsOf(state, who).length < MOST.sessionsOfOne)
    .flatMap((who) => addresses.map((address) => ({ does: 'log in', who, address }) as const));
  return [
    ...(maySignUp ? parties.map((who) => ({ does: 'sign up', who }) as const) : []),
    ...(mayMail ? parties.map((who) => ({ does: 'ask for the link again', who }) as const) : []),
    ...(mayMail
      ? addresses.map((address) => ({ does: 'forget the password', address }) as const)
      : []),
    ...logIns,
    ...(mayMail && sessionsOf(state, 'owner').length < MOST.sessionsOfOne
      ? [{ does: 'sign in with Google' } as const]
      : []),
    ...state.sessions.flatMap((session) => movesOf(state, session.id, mayMail)),
    ...state.mails.flatMap((mail) => openingsOf(state, mail)),
  ];
}

function movesOf(state: State, session: number, mayMail: boolean): Move[] {
  const { account, by, isStolen } = byId(state.sessions, session);
  const { address } = byId(state.accounts, account);
  const to = address === 'hers' ? 'his' : 'hers';
  return [
    { does: 'log out', session },
    { does: 'delete the account', session },
    ...(by === 'owner' && !isStolen ? [{ does: 'steal', session } as const] : []),
    ...(mayMail ? [{ does: 'ask for another address', session, to } as const] : []),
  ];
}

/** Whoever reads the mailbox opens a link there, on any page of theirs. */
function openingsOf(state: State, { id: mail, address, attempt }: Mail): Move[] {
  const opening = { does: 'open a link', mail } as const;
  if (attempt === null) return [opening];
  const reader = READER[address];
  const isChange = byId(state.attempts, attempt).account !== null;
  if (isChange) {
    const sessions = sessionsOf(state, reader).map(({ id }) => ({ ...opening, session: id }));
    return [opening, ...sessions];
  }
  return state.known.owner === null ? [opening] : [opening, { ...opening, onOwnPage: true }];
}
