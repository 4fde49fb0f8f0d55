import { setTimeout as delay } from 'node:timers/promises';

import { SCALABLE } from '@studiolo/infra/stack/plan';
import { SERVICE_UNAVAILABLE, type TcpProxy } from '@studiolo/testing/tcp-proxy';

import type { Random } from '../support/random.ts';
import type { BrokenStack } from './broken-stack.ts';

const AT_ONCE = { least: 1, most: 4 };
const BEGINS_WITHIN_MS = 3_000;
const LASTS_MS = { least: 200, most: 8_000 };
const BYTES = { least: 1_000, most: 200_000 };
/** How often a way is broken for one replica of its part; otherwise for all of them. */
const ONE_REPLICA_ALONE = 0.5;
const LATENCY_MS = { least: 20, most: 900 };
/** The most by which a clock may be fast or slow (docs/operations.md). */
const CLOCK_SHIFT_MS = 5 * 60_000;

/** Ends of transactions, messages and deletions, as PostgreSQL and Redis are told of them. */
const POINTS = [
  ...['COMMIT', 'take-outbox-entries', 'remove-outbox-entries', 'xadd', 'xack', 'publish'],
  // Does the work of a message, and records the message, too.
  'WITH work',
  // Follows the removal of objects from the store.
  'DELETE FROM "storage"."object_deletions"',
];

/** One thing to break; all of it is chosen when it is planned. */
interface Fault {
  /** In words, for the report. */
  name: string;
  /** Causes it; resolves when it is over. */
  suffer: (forMs: number) => Promise<void> | void;
  /** Whether it may make a replica look dead to its peers, which know only its heartbeat in Redis. Default: yes. */
  mayLookDead?: boolean;
}

type Draw = (random: Random, stack: BrokenStack) => Fault;

const anyReplica = (random: Random): string => `${random.pick(SCALABLE)}-${random.pick([1, 2])}`;

const kill: Draw = (random, stack) => {
  const replica = anyReplica(random);
  const signal = random.pick(['SIGKILL', 'SIGTERM'] as const);
  return { name: `${replica} ended by ${signal}`, suffer: () => stack.signal(replica, signal) };
};

const freeze: Draw = (random, stack) => {
  const replica = anyReplica(random);
  return { name: `${replica} frozen`, suffer: (forMs) => stack.freeze(replica, forMs) };
};

const takeAway: Draw = (random, stack) => {
  const replica = anyReplica(random);
  return { name: `${replica} taken away`, suffer: (forMs) => stack.takeAway(replica, forMs) };
};

const shiftClock: Draw = (random, stack) => {
  const replica = anyReplica(random);
  const shiftMs = random.whole({ least: -CLOCK_SHIFT_MS, most: CLOCK_SHIFT_MS });
  return {
    name: `clock of ${replica} moved by ${shiftMs} ms`,
    suffer: (forMs) => stack.shiftClock(replica, shiftMs, forMs),
    mayLookDead: false,
  };
};

const crash: Draw = (random, stack) => {
  const side = random.pick(['before', 'after'] as const);
  const at = random.pick(POINTS);
  return { name: `crash ${side} ${at}`, suffer: (forMs) => stack.crash({ at, side }, forMs) };
};

const restart: Draw = (random, stack) => {
  const store = random.pick(['redis', 'redis', 'postgres', 'object-store'] as const);
  const data = store === 'redis' ? random.pick(['kept', 'lost', 'older'] as const) : 'kept';
  return {
    name: `${store} restarted, data ${data}`,
    suffer: (forMs) => stack.restart(store, data, forMs),
  };
};

/** How a connection fails; numbers are chosen at random. */
const wayFaults = (random: Random): Record<string, (way: TcpProxy) => void> => {
  const latencyMs = random.whole(LATENCY_MS);
  const bytes = random.whole(BYTES);
  return {
    cut: (way) => way.cut(),
    'half-open': (way) => way.stall(),
    frozen: (way) => way.freeze(),
    'one-way': (way) => way.mute(),
    [`delayed by ${latencyMs} ms`]: (way) => way.slow(latencyMs),
    refused: (way) => way.refuse(),
    [`cut after ${bytes} bytes`]: (way) => way.cutAfter(bytes),
  };
};

const breakWays: Draw = (random, { ways }) => {
  const one = random.pick([...ways.keys()].sort());
  const withoutNumber = (name: string) => name.replace(/-\d/, '');
  const replicas = [...ways.keys()].filter((name) => withoutNumber(name) === withoutNumber(one));
  const names = random.next() < ONE_REPLICA_ALONE ? [one] : replicas;
  const faults = wayFaults(random);
  if (one.endsWith('object store'))
    faults['answering 503'] = (way) => way.answerAll(SERVICE_UNAVAILABLE);
  const [how, cause] = random.pick(Object.entries(faults));
  const broken = names.flatMap((name) => ways.get(name) ?? []);
  return {
    name: `${names.join(' and ')} ${how}`,
    async suffer(forMs) {
      for (const way of broken) cause(way);
      await delay(forMs);
      for (const way of broken) way.heal();
    },
    mayLookDead: one.endsWith('Redis'),
  };
};

/** A fault that stands here twice is chosen twice as often. */
const FAULTS: Draw[] = [
  ...[kill, kill, freeze, takeAway, shiftClock, crash, restart],
  ...[breakWays, breakWays, breakWays],
];

/** The faults of one round: the same for the same random series. */
export function planRound(random: Random, stack: BrokenStack) {
  return Array.from({ length: random.whole(AT_ONCE) }, () => {
    const { name, suffer, mayLookDead = true } = random.pick(FAULTS)(random, stack);
    const afterMs = random.whole({ least: 0, most: BEGINS_WITHIN_MS });
    const forMs = random.whole(LASTS_MS);
    return {
      name: `${name} (${afterMs}..${afterMs + forMs} ms)`,
      mayLookDead,
      suffer: () => delay(afterMs).then(() => suffer(forMs)),
    };
  });
}
