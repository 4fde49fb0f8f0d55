import { Socket } from 'node:net';

import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { z } from 'zod';

import { isDatabaseUnavailable, readQuickly } from '../src/database.js';
import { connect } from '../src/database/connect.js';
import { poolOf } from '../src/database/data-source.js';
import { databaseOptions, emptySchema } from './support/test-database.js';

const administrator = emptySchema();
const poolOfFour = () => connect(databaseOptions({ DATABASE_POOL_SIZE: 4 }));
let dataSource: DataSource;
/** The clock by which a connection counts as slow, in milliseconds; a pause of this process does not move it. */
let clock = 0;

beforeEach(async () => {
  dataSource = await poolOfFour();
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await dataSource.destroy();
});

const READ = {
  name: 'read',
  text: 'SELECT pg_backend_pid() AS pid, $1::int AS asked FROM pg_sleep($2::float)',
  row: z.object({ pid: z.int(), asked: z.int() }),
};
const DIVIDE = { name: 'divide', text: 'SELECT 1 / $1::int AS quotient', row: z.unknown() };

type Answer = z.infer<typeof READ.row>;
const ask = async (number: number, seconds = 0): Promise<Answer> => {
  const [answer] = await readQuickly(dataSource, READ, [number, seconds]);
  return answer ?? { pid: 0, asked: 0 };
};
/** A read that lasts until `wake`, or until its time-out. */
const sleep = () => ask(0, 60);
const wake = (pids: number[]) =>
  administrator.query('SELECT pg_cancel_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
const askAll = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
const processesOf = (answers: readonly Answer[]) => new Set(answers.map(({ pid }) => pid));

/** Waits until so many reads sleep, and lets pass more than a quick read takes. Returns their processes. */
async function untilSleeping(count: number): Promise<number[]> {
  const sql = `SELECT pid FROM pg_stat_activity
                WHERE wait_event = 'PgSleep' AND query LIKE '%pg_sleep($2%'`;
  for (;;) {
    const sleeping = await administrator.query<{ pid: number }[]>(sql);
    if (sleeping.length < count) continue;
    clock += 20;
    return sleeping.map(({ pid }) => pid);
  }
}

test('simultaneous reads run in one process of PostgreSQL, and each gets its own answer', async () => {
  await ask(0);
  const answers = await askAll(16);
  expect(answers.map(({ asked }) => asked)).toEqual(Array.from({ length: 16 }, (_, at) => at));
  expect(processesOf(answers).size).toBe(1);
});

test('simultaneous reads are sent in one system call', async () => {
  await askAll(1);
  const writes = jest.spyOn(Socket.prototype, '_writev');
  await askAll(8);
  expect(writes).toHaveBeenCalledTimes(1);
});

test('a hundred reads use several connections, but at most half of the pool', async () => {
  await askAll(16);
  expect(processesOf(await askAll(100)).size).toBe(2);
  expect(poolOf(dataSource).totalCount).toBe(2);
});

test('a slow read delays no later read', async () => {
  const slow = Promise.allSettled([sleep()]);
  const pids = await untilSleeping(1);
  expect(processesOf(await askAll(16))).not.toContain(pids[0]);
  await wake(pids);
  await slow;
});

test('when all connections are slow, reads use the one with the fewest waiting', async () => {
  const slow = [Promise.allSettled([sleep()])];
  await untilSleeping(1);
  slow.push(Promise.allSettled([sleep()]));
  const pids = await untilSleeping(2);
  const answers = askAll(4);
  await wake(pids);
  expect(processesOf(await answers)).toEqual(new Set(pids));
  await Promise.all(slow);
});

test('a read that PostgreSQL refuses fails alone', async () => {
  const [before, refused, after] = await Promise.allSettled([
    ask(1),
    readQuickly(dataSource, DIVIDE, [0]),
    ask(2),
  ]);
  expect(before).toMatchObject({ status: 'fulfilled', value: { asked: 1 } });
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { asked: 2 } });
  expect(processesOf([await ask(3)])).toEqual(processesOf([await ask(4)]));
});

test('all reads of a lost connection fail, and the next ones get another connection', async () => {
  const { pid } = await ask(0);
  const lost = Promise.allSettled([sleep(), ask(1)]);
  await untilSleeping(1);
  await administrator.query('SELECT pg_terminate_backend($1)', [pid]);
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = await askAll(3);
  expect(next.map(({ asked }) => asked)).toEqual([0, 1, 2]);
  expect(processesOf(next)).not.toContain(pid);
});

test('reads whose statement could not be prepared fail as unavailable', async () => {
  await dataSource.query('CREATE TABLE locked (id int)');
  const holder = dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('LOCK TABLE locked IN ACCESS EXCLUSIVE MODE');
  const statement = { name: 'count-locked', text: 'SELECT count(*) FROM locked', row: z.unknown() };
  const reads = Promise.allSettled([1, 2].map(() => readQuickly(dataSource, statement, [])));
  const sql = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND query LIKE '%count(*) FROM locked%'`;
  while ((await administrator.query<unknown[]>(sql)).length === 0);
  for (const read of await reads) {
    expect(read.status === 'rejected' && isDatabaseUnavailable(read.reason)).toBe(true);
  }
  await holder.rollbackTransaction();
  await holder.release();
  expect(await readQuickly(dataSource, statement, [])).toEqual([{ count: 0 }]);
});

test('the pool has all connections back when no read is left', async () => {
  await Promise.allSettled([askAll(40), readQuickly(dataSource, DIVIDE, [0])]);
  const { totalCount, idleCount } = poolOf(dataSource);
  expect(idleCount).toBe(totalCount);
});

test('a connection that cannot be opened fails only the reads that wait for it', async () => {
  const away = await poolOfFour();
  await poolOf(away).end();
  await expect(readQuickly(away, READ, [1, 0])).rejects.toThrow(/pool/);
  await expect(readQuickly(away, READ, [1, 0])).rejects.toThrow(/pool/);
});
