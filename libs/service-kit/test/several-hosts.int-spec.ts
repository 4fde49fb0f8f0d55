import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { freePort } from '@studiolo/testing/redis-process';

import { isDatabaseUnavailable } from '../src/database.js';
import { connect } from '../src/database/connect.js';
import { databaseOptions, emptySchema } from './support/test-database.js';

const administrator = emptySchema();
const url = new URL(environment('TEST_STORAGE_DATABASE_URL'));
let DATABASE_URL: string;

beforeAll(async () => {
  const hosts = `127.0.0.1:${await freePort()},${url.host}`;
  DATABASE_URL = `${url.href.replace(url.host, hosts)}?target_session_attrs=read-write`;
});

test('of several hosts the one that accepts writes is used', async () => {
  const dataSource = await connect(databaseOptions({ DATABASE_URL }));
  await dataSource.query("INSERT INTO inbox (message_id) VALUES ('a message')");
  const rows = await administrator.query<unknown[]>('SELECT message_id FROM storage.inbox');
  expect(rows).toEqual([{ message_id: 'a message' }]);
  await dataSource.destroy();
});

test('the database is unavailable while no host accepts writes, and available afterwards', async () => {
  const dataSource = await connect(databaseOptions({ DATABASE_URL, DATABASE_POOL_SIZE: 1 }));
  const role = `ROLE ${url.username} IN DATABASE ${url.pathname.slice(1)}`;
  const readOnly = (value: 'on' | 'off') =>
    administrator.query(`ALTER ${role} SET default_transaction_read_only = ${value}`);
  const loseConnections = () =>
    administrator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE usename = $1 AND datname = current_database()`,
      [url.username],
    );
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
