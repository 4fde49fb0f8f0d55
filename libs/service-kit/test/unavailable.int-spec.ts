import { Logger } from '@nestjs/common';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import type { DataSource } from 'typeorm';

import { isDatabaseUnavailable } from '../src/database.js';
import { connect } from '../src/database/connect.js';
import { databaseOptions, emptySchema } from './support/test-database.js';

Logger.overrideLogger(false);

const administrator = emptySchema();
const url = new URL(environment('TEST_STORAGE_DATABASE_URL'));
const proxy = duringEachTest(() => TcpProxy.to(() => url.href));
let dataSource: DataSource;

beforeEach(async () => {
  const DATABASE_URL = url.href.replace(url.host, proxy().address);
  dataSource = await connect(databaseOptions({ DATABASE_URL, DATABASE_POOL_SIZE: 2 }));
});
afterEach(() => dataSource.destroy());

const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** Waits until the server runs a statement with this text, and returns its backend's process id. */
async function backendOf(text: string): Promise<number> {
  for (;;) {
    const sql = `SELECT pid FROM pg_stat_activity WHERE query = $1 AND state = 'active'`;
    const [row] = await administrator.query<{ pid: number }[]>(sql, [text]);
    if (row) return row.pid;
  }
}

describe('the database cannot be used when', () => {
  const inStatement = (sql: string) => dataSource.query(sql);
  const inTransaction = (sql: string) =>
    dataSource.transaction((transaction) => transaction.query(sql));
  const terminate = (pid: number) => administrator.query('SELECT pg_terminate_backend($1)', [pid]);
  const cut = () => proxy().cut();

  test.each<[string, (sql: string) => Promise<unknown>, (pid: number) => unknown]>([
    ['backend is terminated in the middle of a statement', inStatement, terminate],
    ['backend is terminated in the middle of a transaction', inTransaction, terminate],
    ['connection is cut in the middle of a statement', inStatement, cut],
  ])('its %s', async (what, run, fail) => {
    const slow = `SELECT pg_sleep(60), '${what}'`;
    const failed = failure(run(slow));
    await fail(await backendOf(slow));
    expect(isDatabaseUnavailable(await failed)).toBe(true);
  });

  test('it refuses connections', async () => {
    await proxy().close();
    expect(isDatabaseUnavailable(await failure(dataSource.query('SELECT 1')))).toBe(true);
  });

  test('it is frozen', async () => {
    proxy().freeze();
    expect(isDatabaseUnavailable(await failure(dataSource.query('SELECT 1')))).toBe(true);
  }, 15_000);

  test('every connection of the pool is taken', async () => {
    const slow = [1, 2].map((n) => failure(dataSource.query(`SELECT pg_sleep(3), ${n}`)));
    expect(isDatabaseUnavailable(await failure(dataSource.query('SELECT 1')))).toBe(true);
    await Promise.all(slow);
  }, 15_000);

  test('a statement exceeds its time-out', async () => {
    const failed = failure(dataSource.query('SELECT pg_sleep(60)'));
    expect(isDatabaseUnavailable(await failed)).toBe(true);
  }, 15_000);
});

test('the pool works again as soon as the server does', async () => {
  proxy().cut();
  await failure(dataSource.query('SELECT 1'));
  expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
