import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';
import { environment } from '@studiolo/testing/environment';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';

import { type DatabaseOptions, ForwardMigration } from '../src/database.js';
import { connect } from '../src/database/connect.js';
import { freshStores } from '../testing/service-under-test.js';
import { databaseOptions, emptySchema } from './support/test-database.js';

Logger.overrideLogger(false);

const administrator = emptySchema();
beforeEach(() => freshStores('storage'));

/** A migration of these statements; the number at the end of its name is its place. */
function migration(name: string, ...statements: string[]): new () => MigrationInterface {
  return class extends ForwardMigration {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }
  };
}

const CreateRuns = migration(
  'CreateRuns1700000000001',
  'CREATE TABLE runs (name text)',
  'SELECT pg_sleep(0.2)',
  `INSERT INTO runs VALUES ('create')`,
);
const AddRun = migration('AddRun1700000000002', `INSERT INTO runs VALUES ('add')`);
const Fail = migration('Fail1700000000003', `INSERT INTO runs VALUES ('failing')`, 'SELECT 1 / 0');
const RecordLimit = migration(
  'RecordLimit1700000000004',
  `CREATE TABLE runs AS SELECT current_setting('statement_timeout') AS name`,
);

const migrations = [CreateRuns, AddRun];
const migrate = async (list: DatabaseOptions['migrations']) =>
  (await connect(databaseOptions({}, list))).destroy();
const runs = async () => {
  const rows = await administrator.query<{ name: string }[]>('SELECT name FROM storage.runs');
  return rows.map(({ name }) => name);
};

test('[F12] replicas that start together run every migration once, in order', async () => {
  await Promise.all([migrate(migrations), migrate(migrations), migrate(migrations)]);
  expect(await runs()).toEqual(['create', 'add']);
});

test('a migration may take longer than the time-out of the service’s statements', async () => {
  await migrate([RecordLimit]);
  expect(await runs()).toEqual(['0']);
});

test('[F12] a migration that fails is undone, releases its lock, and ends the start', async () => {
  await expect(migrate([...migrations, Fail])).rejects.toThrow('division by zero');
  await migrate(migrations);
  expect(await runs()).toEqual(['create', 'add']);
});

test('a start waits until its schema can be reached', async () => {
  const role = `role_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(environment('TEST_STORAGE_DATABASE_URL'));
  Object.assign(url, { username: role, password: 'later' });
  const waiting = connect(databaseOptions({ DATABASE_URL: url.href }, migrations));
  await administrator.query(`CREATE ROLE ${role} LOGIN PASSWORD 'later'`);
  await administrator.query(`GRANT ALL ON SCHEMA storage TO ${role}`);
  const dataSource = await waiting;
  expect(dataSource).toBeInstanceOf(DataSource);
  expect(await runs()).toEqual(['create', 'add']);
  await dataSource.destroy();
  await administrator.query(`DROP OWNED BY ${role}`);
  await administrator.query(`DROP ROLE ${role}`);
});
