import type { CrashPoint } from '../resilience/crash-points/crash-point.ts';
import type { Random } from '../support/random.ts';

export const PARTS = ['auth', 'projects', 'storage', 'gateway'] as const;
type PartName = (typeof PARTS)[number];
/** Of each part. */
export const REPLICAS = 2;

/** Connections to a store; the gateway finds the object store at the address that storage signs. */
export const WAYS = [
  ...PARTS.map((part) => `${part} to Redis` as const),
  ...(['auth', 'projects', 'storage'] as const).map((part) => `${part} to PostgreSQL` as const),
  'everybody to the object store',
] as const;
type Way = (typeof WAYS)[number];

const WAY_FAULTS = [
  'cut',
  'half-open',
  'frozen',
  'one-way',
  'delayed',
  'refused',
  'cut in an answer',
] as const;
export type WayFault = (typeof WAY_FAULTS)[number] | 'answering 503';

/** One thing to break, as plain data. */
export type Breakage =
  | { kind: 'killed'; replica: string; signal: 'SIGKILL' | 'SIGTERM' }
  | { kind: 'frozen'; replica: string }
  | { kind: 'taken away'; replica: string }
  | { kind: 'clock'; replica: string; shiftMs: number }
  | { kind: 'way'; ways: string[]; fault: WayFault; bytes: number; latencyMs: number }
  | { kind: 'store'; store: 'redis' | 'postgres' | 'object-store'; data: 'kept' | 'lost' | 'older' }
  | { kind: 'crash'; point: CrashPoint };
type Kind = Breakage['kind'];

/** From `afterMs` after the beginning of its round, for `forMs`. */
export interface PlannedFault {
  breakage: Breakage;
  afterMs: number;
  forMs: number;
}

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

const BREAKAGES: Record<Kind, (random: Random) => Breakage> = {
  killed: (random) => {
    const signal = random.pick(['SIGKILL', 'SIGTERM'] as const);
    return { kind: 'killed', replica: anyReplica(random), signal };
  },
  frozen: (random) => ({ kind: 'frozen', replica: anyReplica(random) }),
  'taken away': (random) => ({ kind: 'taken away', replica: anyReplica(random) }),
  clock: (random) => ({
    kind: 'clock',
    replica: anyReplica(random),
    shiftMs: Math.round(random.between(-CLOCK_SHIFT_MS, CLOCK_SHIFT_MS)),
  }),
  way: (random) => {
    const way = random.pick(WAYS);
    const all = waysOf(way);
    const ways = random.next() < ONE_REPLICA_ALONE ? [random.pick(all)] : all;
    const isHttp = way.endsWith('object store');
    const fault = random.pick([...WAY_FAULTS, ...(isHttp ? ['answering 503' as const] : [])]);
    const bytes = Math.round(random.between(BYTES.least, BYTES.most));
    const latencyMs = Math.round(random.between(LATENCY_MS.least, LATENCY_MS.most));
    return { kind: 'way', ways, fault, bytes, latencyMs };
  },
  store: (random) => {
    const store = random.pick(['redis', 'redis', 'postgres', 'object-store'] as const);
    const data = random.pick(['kept', 'lost', 'older'] as const);
    return { kind: 'store', store, data: store === 'redis' ? data : 'kept' };
  },
  crash: (random) => {
    const side = random.pick(['before', 'after'] as const);
    return { kind: 'crash', point: { at: random.pick(POINTS), side } };
  },
};
const KINDS: readonly Kind[] = ['killed', 'killed', 'frozen', 'taken away', 'way', 'way', 'way']
  .concat(['store', 'crash', 'clock'])
  .map((kind) => kind as Kind);

/** The faults of one round: the same for the same random series. */
export function planRound(random: Random): PlannedFault[] {
  const count = Math.floor(random.between(AT_ONCE.least, AT_ONCE.most + 1));
  return Array.from({ length: count }, () => ({
    breakage: BREAKAGES[random.pick(KINDS)](random),
    afterMs: Math.round(random.between(0, BEGINS_WITHIN_MS)),
    forMs: Math.round(random.between(LASTS_MS.least, LASTS_MS.most)),
  }));
}

/** Whether the fault may make a replica look dead to its peers, which know only its heartbeat in Redis. */
export function mayLookDead({ breakage }: PlannedFault): boolean {
  if (breakage.kind === 'way') return breakage.ways.some((way) => way.endsWith('Redis'));
  return breakage.kind !== 'clock';
}

/** As the stack names its processes. */
const replicaNames = (part: PartName): string[] =>
  Array.from({ length: REPLICAS }, (_, at) => `${part}-${at + 1}`);

/** The way of each replica: `auth-1 to Redis`. */
export function waysOf(way: Way): string[] {
  const [who = '', store = ''] = way.split(' to ');
  const part = PARTS.find((name) => name === who);
  return part ? replicaNames(part).map((name) => `${name} to ${store}`) : [way];
}

const anyReplica = (random: Random): string => random.pick(replicaNames(random.pick(PARTS)));

/** In words, for the report. */
export function nameOf({ breakage: broken, afterMs, forMs }: PlannedFault): string {
  const words = Object.entries(broken)
    .filter(([name]) => !['bytes', 'latencyMs', 'shiftMs'].includes(name))
    .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return `${words.join(' ')} (${afterMs}..${afterMs + forMs} ms)`;
}
