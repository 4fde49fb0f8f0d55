import { environment } from '@studiolo/testing/environment';
import { type PgBouncer, startPgBouncer } from '@studiolo/testing/pgbouncer';
import { withPrograms } from '@studiolo/testing/with-programs';
import type { DataSource } from 'typeorm';
import { z } from 'zod';

import { execute, readQuickly, readRows } from '../src/database.js';
import { connect } from '../src/database/connect.js';
import { databaseOptions, emptySchema } from './support/test-database.js';

const COUNT = {
  name: 'count-inbox',
  text: 'SELECT count(*) AS count FROM inbox',
  row: z.object({ count: z.int() }),
};
const INSERT = {
  name: 'insert-inbox',
  text: 'INSERT INTO inbox (message_id) VALUES ($1)',
};

withPrograms(describe, 'pgbouncer')('behind a pooler in transaction mode', () => {
  const administrator = emptySchema();
  const url = environment('TEST_STORAGE_DATABASE_URL');
  let pooler: PgBouncer;
  let dataSource: DataSource;
  const settings = { DATABASE_POOLER: 'transaction', DATABASE_PREPARED_STATEMENTS: 'off' } as const;

  beforeAll(async () => {
    const { username, pathname } = new URL(url);
    await administrator.query(`ALTER ROLE ${username} IN DATABASE ${pathname.slice(1)} RESET ALL`);
    pooler = await startPgBouncer(url, { poolSize: 2 });
    const addresses = { DATABASE_URL: pooler.url, MIGRATIONS_DATABASE_URL: url };
    dataSource = await connect(databaseOptions({ ...settings, ...addresses }));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await pooler.stop();
  });

  test('a service starts, and its sessions have the schema and the limits of its role', async () => {
    const [row] = await dataSource.query<Record<string, string>[]>(
      `SELECT current_setting('statement_timeout') AS limit, current_setting('TimeZone') AS zone,
              to_regclass('inbox')::text AS inbox`,
    );
    expect(row).toEqual({ limit: '4s', zone: 'UTC', inbox: 'inbox' });
  });

  test('more simultaneous reads and transactions than the pooler has sessions are all answered', async () => {
    const before = (await readQuickly(dataSource, COUNT, []))[0]?.count ?? 0;
    const write = (number: number) =>
      dataSource.transaction((manager) => execute(manager, INSERT, [`message ${number}`]));
    const numbers = Array.from({ length: 30 }, (_, number) => number);
    await Promise.all([
      ...numbers.map(write),
      ...numbers.map(() => readQuickly(dataSource, COUNT, [])),
    ]);
    const [row] = await readRows(dataSource, COUNT, []);
    expect(row?.count).toBe(before + 30);
  });

  test('the start fails without a URL for migrations', async () => {
    const starting = connect(databaseOptions(settings));
    await expect(starting).rejects.toThrow(/needs MIGRATIONS_DATABASE_URL/);
  });
});
