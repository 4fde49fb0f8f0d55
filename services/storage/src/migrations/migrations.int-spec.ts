import { dataSourceOptions, migrate } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { createDatabase, isolatedSettings } from '../../test/test-settings.js';
import { database } from '../storage.module.js';

const settings = isolatedSettings();
const options = { settings, schema: 'storage', ...database };
const dataSource = new DataSource(dataSourceOptions(options));

beforeAll(async () => {
  await createDatabase(settings);
  await dataSource.initialize();
});
afterAll(() => dataSource.destroy());

const tables = async () => {
  const sql = `SELECT tablename FROM pg_tables WHERE schemaname = 'storage' ORDER BY tablename`;
  const rows = await dataSource.query<{ tablename: string }[]>(sql);
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
    expect(await dataSource.manager.find(target)).toBeInstanceOf(Array);
  }
});
