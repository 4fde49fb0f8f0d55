import { randomUUID } from 'node:crypto';

import { dataSourceOptions, migrate } from '@studiolo/service-kit';
import { environment } from '@studiolo/testing/environment';
import { DataSource } from 'typeorm';

import { migrations } from './migrations.js';

test('the schema can be created, reverted and created again', async () => {
  const schema = `auth_${randomUUID().replaceAll('-', '')}`;
  const settings = { DATABASE_URL: environment('TEST_ADMIN_DATABASE_URL'), DATABASE_POOL_SIZE: 2 };
  const options = { settings, schema, entities: [], migrations };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const tables = () =>
    dataSource.query<unknown[]>(
      'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
      [schema],
    );
  try {
    await dataSource.query(`CREATE SCHEMA ${schema}`);
    await migrate(options);
    const made = await tables();
    while ((await tables()).length > 1) {
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
    await migrate(options);
    expect(await tables()).toEqual(made);
  } finally {
    await dataSource.query(`DROP SCHEMA ${schema} CASCADE`);
    await dataSource.destroy();
  }
});
