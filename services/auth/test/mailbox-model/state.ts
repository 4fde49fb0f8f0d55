/** `owner` alone reads the mailbox `hers`; `stranger` alone reads `his`, and knows her address. */
export type Party = 'owner' | 'stranger';
export type Address = 'hers' | 'his';
export const READER = { hers: 'owner', his: 'stranger' } as const satisfies Record<Address, Party>;

/** An account; its address is verified. */
export interface Account {
  readonly id: number;
  readonly address: Address;
  /** Who typed its password. */
  readonly password: Party | null;
  /** Whether the owner's Google account is joined to it. */
  readonly google: boolean;
  /** The owner has opened a stranger's sign-up of which nothing told that it was not hers (docs/security.md). */
  readonly isExcused: boolean;
}

/** A sign-up for her address, or the change of an account to an address. */
export interface Attempt {
  readonly id: number;
  readonly address: Address;
  /** Who signed up; null for a change. */
  readonly by: Party | null;
  /** The account that changes. */
  readonly account: number | null;
}

export type Purpose =
  | 'confirm-sign-up'
  | 'open-forgotten-sign-up'
  | 'confirm-new-email'
  | 'reset-password'
  | 'choose-password'
  | 'new-email-asked'
  | 'email-changed'
  | 'link-google';

/** A mail whose link still says something; ids are in the order of sending. */
export interface Mail {
  readonly id: number;
  readonly purpose: Purpose;
  readonly address: Address;
  readonly attempt: number | null;
  readonly account: number | null;
}

export interface Session {
  readonly id: number;
  readonly account: number;
  readonly by: Party;
  /** The stranger has its token, too. */
  readonly isStolen: boolean;
}

export interface State {
  readonly accounts: readonly Account[];
  readonly attempts: readonly Attempt[];
  readonly mails: readonly Mail[];
  readonly sessions: readonly Session[];
  /** The last sign-up that was made in somebody's browser. */
  readonly known: Readonly<Record<Party, number | null>>;
  readonly nextId: number;
}

const EMPTY: State = {
  accounts: [],
  attempts: [],
  mails: [],
  sessions: [],
  known: { owner: null, stranger: null },
  nextId: 1,
};

/** Nobody has an account, or the stranger is signed in to one of his own. */
export const STARTS: readonly State[] = [
  EMPTY,
  {
    ...EMPTY,
    accounts: [{ id: 1, address: 'his', password: 'stranger', google: false, isExcused: false }],
    sessions: [{ id: 2, account: 1, by: 'stranger', isStolen: false }],
    nextId: 3,
  },
];

export const holderOf = ({ accounts }: State, address: Address): Account | undefined =>
  accounts.find((account) => account.address === address);

/** Newest first. */
export const signUpsOf = ({ attempts }: State): Attempt[] =>
  attempts.filter(({ account }) => account === null).toReversed();

/** Sessions by whose token somebody can act. */
export const sessionsOf = ({ sessions }: State, who: Party): Session[] =>
  sessions.filter(({ by, isStolen }) => by === who || (isStolen && who === 'stranger'));

/** The same text for states that differ only in ids. */
export function keyOf(state: State): string {
  const ids = new Map<number, number>();
  const renumber = (id: number | null) => {
    if (id === null) return null;
    if (!ids.has(id)) ids.set(id, ids.size);
    return ids.get(id);
  };
  const { accounts, attempts, mails, sessions, known } = state;
  const exists = (id: number | null) => attempts.some((attempt) => attempt.id === id);
  const gone = (id: number | null) => (id === null ? null : exists(id) ? renumber(id) : 'gone');
  return JSON.stringify([
    accounts.map(({ id, ...rest }) => [renumber(id), Object.values(rest)]),
    attempts.map(({ id, address, by, account }) => [renumber(id), address, by, renumber(account)]),
    mails.map((mail) => [
      ...[mail.purpose, mail.address],
      ...[renumber(mail.attempt), renumber(mail.account)],
    ]),
    sessions.map(({ account, by, isStolen }) => [renumber(account), by, isStolen]),
    [gone(known.owner), gone(known.stranger)],
  ]);
}
