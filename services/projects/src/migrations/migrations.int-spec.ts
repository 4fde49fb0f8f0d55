import { dataSourceOptions, migrate } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { database } from '../projects.module.js';

const schema = `projects_${uuidv7().replaceAll('-', '')}`;
const DATABASE_URL = process.env.TEST_ADMIN_DATABASE_URL ?? '';
const options = { settings: { DATABASE_URL, DATABASE_POOL_SIZE: 2 }, schema, ...database };
const dataSource = new DataSource(dataSourceOptions(options));

beforeAll(async () => {
  await dataSource.initialize();
  await dataSource.query(`CREATE SCHEMA ${schema}`);
});
afterAll(async () => {
  await dataSource.query(`DROP SCHEMA ${schema} CASCADE`);
  await dataSource.destroy();
});

const tables = async () => {
  const sql = 'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename';
  const rows = await dataSource.query<{ tablename: string }[]>(sql, [schema]);
  return rows.map(({ tablename }) => tablename);
};

test('the schema can be created, reverted and created again', async () => {
  await migrate(options);
  const all = await tables();
  while ((await tables()).length > 1) {
    await dataSource.undoLastMigration({ transaction: 'each' });
  }
  await migrate(options);
  expect(await tables()).toEqual(all);
});

test('each column of an entity is in its table', async () => {
  await migrate(options);
  for (const { target } of dataSource.entityMetadatas) {
    expect(await dataSource.manager.find(target)).toEqual([]);
  }
});
