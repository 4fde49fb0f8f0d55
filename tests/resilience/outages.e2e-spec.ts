// Each store is away for a while, and everybody goes on working.
import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { onDatabase } from '@studiolo/infra/stack/database';
import { dataFolder } from '@studiolo/infra/stack/plan';
import { eventually } from '@studiolo/testing/eventually';

import { onRedis } from '../support/redis.ts';
import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';

const ANSWERS_BETWEEN = 150;
const BACK_WITHIN_MS = 5_000;
/** No request hangs: an upload asks storage twice, at most 5 s each, and waits 1 s for the release of its quota. */
const LONGEST_ANSWER_MS = 11_500;
/** A reservation whose upload went silent is released after a minute. */
const RELEASED_WITHIN_MS = 75_000;
const EXPECTED =
  'only 503, no hang, no process ends, back within 5 s, nothing acknowledged lost, nothing doubled';

const running = RunningStack.duringTests(() => ({ passed: { EMAIL_VERIFICATION: 'off' } }));
let load: Load;
beforeAll(async () => {
  load = await Load.prepare(running().gateways);
});

/** @param fault does something to a store and gives the moment at which the store was back */
async function suffer(fault: () => Promise<number>) {
  running().deaths.length = 0;
  const { report, backAt, recoveredMs } = await load.around(fault);
  expect(report.failedOtherThan503).toEqual({});
  expect(report.damage).toEqual([]);
  expect(report.worstMs).toBeLessThan(LONGEST_ANSWER_MS);
  expect(recoveredMs).toBeLessThan(BACK_WITHIN_MS);
  const stores = ['redis', 'postgres', 'object-store'];
  expect(running().deaths.filter(({ name }) => !stores.includes(name))).toEqual([]);
  return { report, backAt };
}

/** Ends a store, does something to its data, and starts it again after a while. */
async function restart(
  store: string,
  signal: NodeJS.Signals,
  downMs: number,
  meanwhile?: () => Promise<unknown>,
): Promise<number> {
  running().stack.hold(store);
  await running().endProcess(store, signal);
  await Promise.all([delay(downMs), meanwhile?.()]);
  running().stack.release(store);
  await running().partReady(store);
  return performance.now();
}

async function forgetRedisData(): Promise<void> {
  const folder = dataFolder(running().plan, 'redis');
  await rm(folder, { recursive: true });
  await mkdir(folder);
}

async function freeze(store: string): Promise<number> {
  running().signal(store, 'SIGSTOP');
  await delay(10_000);
  const thawedAt = performance.now();
  running().signal(store, 'SIGCONT');
  return thawedAt;
}

const flushThreeTimes = () =>
  onRedis(running().plan, async (redis) => {
    await redis.flushall();
    for (let times = 1; times < 3; times += 1) {
      await load.answersFlow(ANSWERS_BETWEEN);
      await redis.flushall();
    }
    return performance.now();
  });

const fillRedis = () =>
  onRedis(running().plan, async (redis) => {
    await redis.config('SET', 'maxmemory', '1');
    await delay(4_000);
    await redis.config('SET', 'maxmemory', '0');
    return performance.now();
  });

const terminateBackends = () =>
  onDatabase(running().plan.adminDatabaseUrl, async (client) => {
    for (let times = 0; times < 15; times += 1) {
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'studiolo\\_%'`,
      );
      await delay(300);
    }
    return performance.now();
  });

const lockTables = () =>
  onDatabase(running().plan.adminDatabaseUrl, async (client) => {
    await client.query('BEGIN');
    const tables = 'auth.accounts, projects.projects, storage.files';
    await client.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
    await delay(8_000);
    await client.query('ROLLBACK');
    return performance.now();
  });

testOnRedis.each<[string, () => Promise<number>]>([
  ['[F4 a] Redis killed and started again with its data', () => restart('redis', 'SIGKILL', 2_000)],
  [
    '[F4 b] Redis killed and started again without its data',
    () => restart('redis', 'SIGKILL', 2_000, forgetRedisData),
  ],
  ['[F4 c] Redis emptied three times by FLUSHALL', flushThreeTimes],
  ['[F4 d] Redis at maxmemory for 4 s', fillRedis],
  ['[F7 a] PostgreSQL stopped for 10 s', () => restart('postgres', 'SIGINT', 10_000)],
  [
    '[F7 b] every backend of the services terminated 15 times, in the middle of their transactions',
    terminateBackends,
  ],
  ['[F7 c] every pool exhausted, by a lock held on its main table for 8 s', lockTables],
])(`%s, under load: ${EXPECTED}`, async (_title, fault) => {
  await suffer(fault);
});

testOnRedis(
  `[F4 e] Redis frozen for 10 s by SIGSTOP, under load: ${EXPECTED}; no request that was given up meanwhile is executed`,
  async () => {
    let frozenAt = 0;
    const { report, backAt } = await suffer(() => {
      frozenAt = performance.now();
      return freeze('redis');
    });
    expect(report.executedAfterGivingUp(frozenAt, backAt)).toEqual([]);
  },
);

testOnRedis.each<[string, () => Promise<number>]>([
  [
    '[F8 a] the object store stopped for 5 s, with uploads under way',
    () => restart('object-store', 'SIGKILL', 5_000),
  ],
  ['[F8 b] the object store frozen for 10 s by SIGSTOP', () => freeze('object-store')],
])(
  `%s, under load: ${EXPECTED}; only uploads and downloads are refused, within 5 s`,
  async (_title, fault) => {
    const { report } = await suffer(fault);
    const kinds = new Set(report.failures.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['download', 'upload']);
    expect(report.worstFailureMs).toBeLessThan(BACK_WITHIN_MS);
  },
);

testOnRedis('after all of it no quota stays reserved', async () => {
  const query = 'SELECT user_id, size FROM storage.upload_files';
  await eventually(async () => {
    const { rows } = await onDatabase(running().plan.adminDatabaseUrl, (client) =>
      client.query(query),
    );
    expect(rows).toEqual([]);
  }, RELEASED_WITHIN_MS);
});
