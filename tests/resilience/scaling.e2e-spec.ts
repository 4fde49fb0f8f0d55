import { eventually } from '@studiolo/testing/eventually';

import { SERVICES, type Service } from '@studiolo/infra/stack/plan';
import { batteryCase } from './support/numbered-case.ts';
import { Load } from './load/load.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';
import { type Footprint, footprint } from './support/footprint.ts';

const CYCLES = 10;
const MOST_REPLICAS = 4;
const CLIENTS = 8;
const LONGEST_PAUSE_MS = 400;
const ANSWERS_BETWEEN = 60;
/** Heaps and pools of the processes that stay settle in the first cycles. */
const SETTLED_AFTER = 4;
const MOST_GROWTH = 1.15;

/** They stay from the beginning to the end. */
const FIRST_REPLICAS = ['auth-1', 'projects-1', 'storage-1', 'gateway'];

const text = {
  done: `replicas of auth, projects and storage by turns from 1 to ${MOST_REPLICAS} and back, ${CYCLES} times, under the load of ${CLIENTS} clients (about three minutes, not an hour)`,
  expected:
    '0 failed; streams, pending entries, consumers, connections, open files and memory flat',
};

const others = (service: Service): string[] =>
  Array.from({ length: MOST_REPLICAS - 1 }, (_, index) => `${service}-${index + 2}`);

async function scaleDown(battery: BatteryStack, service: Service): Promise<void> {
  battery.stack.hold(service);
  const ends = await Promise.all(
    others(service).map((name) => battery.endProcess(name, 'SIGTERM')),
  );
  expect(ends.filter(({ ending }) => ending !== 'code 0')).toEqual([]);
}

async function scaleUp(battery: BatteryStack, service: Service): Promise<void> {
  battery.stack.release(service);
  await eventually(() => expect(battery.replicasOf(service)).toHaveLength(MOST_REPLICAS));
  await battery.partReady(service);
}

/** Counts when nothing is under way any more. */
async function atRest(battery: BatteryStack, load: Load): Promise<Footprint> {
  await load.stop();
  let counted: Footprint | undefined;
  await eventually(async () => {
    counted = await footprint(battery, FIRST_REPLICAS);
    expect(counted).toMatchObject({ streamEntries: 0, pendingEntries: 0 });
    // Redis registers a replica with a stream when it takes its first entry.
    expect(counted.consumers).toBeLessThanOrEqual(counted.queues);
  });
  load.resume();
  if (counted === undefined) throw new Error('Nothing was counted');
  return counted;
}

const NAMES: Partial<Record<keyof Footprint, string>> = {
  streamEntries: 'entries in streams',
  pendingEntries: 'pending entries',
  consumers: 'consumers',
  redisConnections: 'connections to Redis',
  databaseConnections: 'connections to PostgreSQL',
  descriptors: 'open files of the processes that stayed',
  memoryMiB: 'their memory in MiB',
};

/** `entries in streams 0 → 0 → 0`: after the first cycle, when settled, after the last. */
function course(footprints: Footprint[]): string {
  const moments = [footprints[0], footprints[SETTLED_AFTER - 1], footprints.at(-1)];
  return (Object.keys(NAMES) as (keyof Footprint)[])
    .map((key) => `${NAMES[key]} ${moments.map((one) => one?.[key]).join(' → ')}`)
    .join(', ');
}

async function cycles(battery: BatteryStack, seen: (text: string) => void): Promise<void> {
  const footprints: Footprint[] = [];
  for (const service of SERVICES) await scaleDown(battery, service);
  const load = await Load.start(battery.gateways, {
    clients: CLIENTS,
    longestPauseMs: LONGEST_PAUSE_MS,
  });
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const service = SERVICES[cycle % SERVICES.length] ?? 'storage';
    await scaleUp(battery, service);
    await load.answersFlow(ANSWERS_BETWEEN);
    await scaleDown(battery, service);
    await load.answersFlow(ANSWERS_BETWEEN);
    footprints.push(await atRest(battery, load));
  }
  const report = await load.finish();
  seen(report.sentence());
  seen(`after the first, the fourth and the last cycle: ${course(footprints)}`);
  expect(report.failed).toEqual({});
  expect(report.isIntact).toBe(true);
  expectFlat(footprints);
}

function expectFlat(footprints: Footprint[]): void {
  const [settled, last] = [footprints[SETTLED_AFTER - 1], footprints.at(-1)];
  if (!settled || !last) throw new Error('Nothing was counted');
  expect(last.redisConnections).toBe(settled.redisConnections);
  for (const key of ['databaseConnections', 'descriptors', 'memoryMiB'] as const) {
    expect(last[key]).toBeLessThanOrEqual(Math.ceil(settled[key] * MOST_GROWTH));
  }
}

if (REAL_REDIS === undefined) {
  batteryCase.impossible('F15', { ...text, reason: NO_REDIS });
} else {
  batteryCase(
    'F15',
    text,
    async (seen) => {
      const battery = await BatteryStack.start({
        replicas: { auth: MOST_REPLICAS, projects: MOST_REPLICAS, storage: MOST_REPLICAS },
        passed: { EMAIL_VERIFICATION: 'off' },
      });
      try {
        await cycles(battery, seen);
      } finally {
        await battery.end();
      }
    },
    480_000,
  );
}
