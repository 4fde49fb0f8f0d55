import { eventually } from '@studiolo/testing/eventually';
import { freePort } from '@studiolo/testing/redis-process';

import { connect } from '../src/database/connect.js';
import { isDatabaseUnavailable } from '../src/index.js';
import { TestDatabase } from './support/test-database.js';

let database: TestDatabase;
let url: URL;
let hosts: string;

beforeAll(async () => {
  database = await TestDatabase.create();
  url = new URL(await database.ownRole());
  hosts = `127.0.0.1:${await freePort()},${url.host}`;
});
afterAll(() => database.drop());

const settings = () => ({
  DATABASE_URL: url.href.replace(url.host, hosts) + '?target_session_attrs=read-write',
});

test('of several hosts the one that accepts writes is used', async () => {
  const dataSource = await connect(database.options({ settings: settings() }));
  await dataSource.query("INSERT INTO inbox (message_id) VALUES ('a message')");
  const [row] = await database.query(`SELECT message_id FROM ${database.schema}.inbox`);
  expect(row).toEqual({ message_id: 'a message' });
  await dataSource.destroy();
});

test('the database is unavailable while no host accepts writes, and available afterwards', async () => {
  const options = database.options({ settings: settings(), poolSize: 1 });
  const dataSource = await connect(options);
  const readOnly = (value: 'on' | 'off') =>
    database.query(`ALTER ROLE ${database.schema} SET default_transaction_read_only = ${value}`);
  const loseConnections = () =>
    database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
      database.schema,
    ]);
  await readOnly('on');
  await loseConnections();
  const failures: unknown[] = [];
  await eventually(async () => {
    failures.push(await dataSource.query('SELECT 1').catch((error: unknown) => error));
    expect(String(failures.at(-1))).toContain('No host of the database takes writes');
  });
  for (const failure of failures) expect(isDatabaseUnavailable(failure)).toBe(true);
  await readOnly('off');
  expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await dataSource.destroy();
});
