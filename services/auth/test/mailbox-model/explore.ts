import { type Move, take } from './moves.js';
import { movesIn } from './possible-moves.js';
import { keyOf, STARTS, type State } from './state.js';

type Invariants = Readonly<Record<string, (state: State) => boolean>>;

/** What must hold in every state, by its sentence. */
const INVARIANTS: Invariants = {
  'an address has one account at most': ({ accounts }) =>
    new Set(accounts.map(({ address }) => address)).size === accounts.length,
  'a stranger’s password opens no account of her address, but for the exception': ({ accounts }) =>
    accounts.every(
      ({ address, password, isExcused }) =>
        address !== 'hers' || password !== 'stranger' || isExcused,
    ),
  'a stranger is signed in to an account of her address only by what she lost': ({
    accounts,
    sessions,
  }) =>
    sessions.every(({ by, account }) => {
      const at = accounts.find(({ id }) => id === account);
      return by === 'owner' || at?.address !== 'hers' || at.isExcused;
    }),
  'every session is one of an account that exists': ({ accounts, sessions }) =>
    sessions.every(({ account }) => accounts.some(({ id }) => id === account)),
  'a link to set a password goes to the account’s own address': ({ accounts, mails }) =>
    mails.every(
      ({ purpose, account, address }) =>
        !['reset-password', 'choose-password'].includes(purpose) ||
        accounts.some((one) => one.id === account && one.address === address),
    ),
};

interface Reached {
  state: State;
  moves: readonly Move[];
}

interface Exploration {
  states: number;
  /** How often each kind of answer occurred. */
  answers: ReadonlyMap<string, number>;
  /** The shortest ways to states in which an invariant does not hold. */
  broken: { invariant: string; moves: readonly Move[] }[];
}

/** Explores the states breadth first, until there are no more or as many as wanted. */
export function explore(atMost: number, invariants = INVARIANTS): Exploration {
  const seen = new Set(STARTS.map(keyOf));
  const answers = new Map<string, number>();
  const broken: Exploration['broken'] = [];
  const queue: Reached[] = STARTS.map((state) => ({ state, moves: [] }));
  for (const { state, moves } of queue) {
    for (const move of movesIn(state)) {
      const { next, answer } = take(state, move);
      const kind = `${move.does}: ${answer}`;
      answers.set(kind, 1 + (answers.get(kind) ?? 0));
      const key = keyOf(next);
      if (seen.has(key) || seen.size >= atMost) continue;
      seen.add(key);
      const reached = { state: next, moves: [...moves, move] };
      broken.push(...brokenIn(reached, invariants));
      queue.push(reached);
    }
  }
  return { states: seen.size, answers, broken };
}

const brokenIn = ({ state, moves }: Reached, invariants: Invariants): Exploration['broken'] =>
  Object.entries(invariants)
    .filter(([, holds]) => !holds(state))
    .map(([invariant]) => ({ invariant, moves }));
