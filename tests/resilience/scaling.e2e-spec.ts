import type { Part } from '@studiolo/infra/stack/parts';
import { type Service, SERVICES } from '@studiolo/infra/stack/plan';
import { eventually } from '@studiolo/testing/eventually';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';
import { type Footprint, footprint } from './support/footprint.ts';

const CYCLES = 10;
const MOST_REPLICAS = 4;
const CLIENTS = 8;
const ANSWERS_BETWEEN = 60;
/** Memory and connection pools of these grow in the first cycles only. */
const SETTLED_AFTER = 4;
const MOST_GROWTH = 1.15;

/**
 * With a young generation of up to 32 MiB, a process takes more and more memory for minutes until V8 collects it, which
 * looks like a leak.
 */
const withSmallYoungGeneration = (parts: readonly Part[]): Part[] =>
  parts.map((part) => ({
    ...part,
    command: async (plan, replica) => {
      const command = await part.command(plan, replica);
      const args = command.args.map((arg) => arg.replace(/^(--max-semi-space-size)=.*/, '$1=1'));
      return { ...command, args };
    },
  }));

/** Processes that run from the beginning to the end. */
const FIRST_REPLICAS = ['auth-1', 'projects-1', 'storage-1', 'gateway'];

const others = (service: Service): string[] =>
  Array.from({ length: MOST_REPLICAS - 1 }, (_, index) => `${service}-${index + 2}`);

async function scaleDown(running: RunningStack, service: Service): Promise<void> {
  running.stack.hold(service);
  const ends = await Promise.all(
    others(service).map((name) => running.endProcess(name, 'SIGTERM')),
  );
  expect(ends.filter(({ ending }) => ending !== 'code 0')).toEqual([]);
}

async function scaleUp(running: RunningStack, service: Service): Promise<void> {
  running.stack.release(service);
  await eventually(() => expect(running.replicasOf(service)).toHaveLength(MOST_REPLICAS));
  await running.partReady(service);
}

/** Counts when nothing is under way any more. */
async function atRest(running: RunningStack, load: Load): Promise<Footprint> {
  await load.stop();
  const rest = await eventually(async () => {
    const counted = await footprint(running, FIRST_REPLICAS);
    expect(counted).toMatchObject({ streamEntries: 0, pendingEntries: 0 });
    // Redis registers a replica with a stream when it takes its first entry.
    expect(counted.consumers).toBeLessThanOrEqual(counted.queues);
    return counted;
  });
  load.resume();
  return rest;
}

async function cycles(running: RunningStack): Promise<void> {
  const footprints: Footprint[] = [];
  for (const service of SERVICES) await scaleDown(running, service);
  const load = await Load.start(running.gateways, CLIENTS);
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const service = SERVICES[cycle % SERVICES.length] ?? 'storage';
    await scaleUp(running, service);
    await load.answersFlow(ANSWERS_BETWEEN);
    await scaleDown(running, service);
    await load.answersFlow(ANSWERS_BETWEEN);
    footprints.push(await atRest(running, load));
  }
  const report = await load.finish();
  expect(report.failed).toEqual({});
  expect(report.damage).toEqual([]);
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

testOnRedis(
  `[F15] replicas of auth, projects and storage by turns from 1 to ${MOST_REPLICAS} and back, ${CYCLES} times, under the load of ${CLIENTS} clients: 0 failed; streams, pending entries, consumers, connections, open files and memory flat`,
  () =>
    RunningStack.during(
      {
        replicas: { auth: MOST_REPLICAS, projects: MOST_REPLICAS, storage: MOST_REPLICAS },
        passed: { EMAIL_VERIFICATION: 'off' },
        within: withSmallYoungGeneration,
      },
      cycles,
    ),
  480_000,
);
