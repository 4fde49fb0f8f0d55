import { Logger } from '@nestjs/common';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';

import { connect } from '../src/database/connect.js';
import { type DatabaseOptions, ForwardMigration } from '../src/index.js';
import { TestDatabase } from './support/test-database.js';

Logger.overrideLogger(false);

let database: TestDatabase;
beforeEach(async () => {
  database = await TestDatabase.create();
});
afterEach(() => database.drop());

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
const migrate = async (options: DatabaseOptions) => (await connect(options)).destroy();
const runs = async () => {
  const rows = await database.query<{ name: string }>(`SELECT name FROM ${database.schema}.runs`);
  return rows.map(({ name }) => name);
};

test('[F12] replicas that start together run every migration once, in order', async () => {
  const options = database.options({ migrations });
  await Promise.all([migrate(options), migrate(options), migrate(options)]);
  expect(await runs()).toEqual(['create', 'add']);
});

test('a migration may take longer than the time-out of the service’s statements', async () => {
  await migrate(database.options({ migrations: [RecordLimit] }));
  expect(await runs()).toEqual(['0']);
});

test('[F12] a migration that fails is undone, releases its lock, and ends the start', async () => {
  const failing = database.options({ migrations: [...migrations, Fail] });
  await expect(migrate(failing)).rejects.toThrow('division by zero');
  await migrate(database.options({ migrations }));
  expect(await runs()).toEqual(['create', 'add']);
});

test('a start waits until its schema can be reached', async () => {
  const { schema } = database;
  const role = `role_${schema}`;
  const url = new URL(process.env.TEST_ADMIN_DATABASE_URL ?? '');
  Object.assign(url, { username: role, password: 'later' });
  const waiting = connect(database.options({ migrations, settings: { DATABASE_URL: url.href } }));
  await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'later'`);
  await database.query(`GRANT ALL ON SCHEMA ${schema} TO ${role}`);
  const dataSource = await waiting;
  expect(dataSource).toBeInstanceOf(DataSource);
  expect(await runs()).toEqual(['create', 'add']);
  await dataSource.destroy();
  await database.query(`DROP OWNED BY ${role}`);
  await database.query(`DROP ROLE ${role}`);
});
