import type { ServiceName } from '@studiolo/contracts';
import { DataSource } from 'typeorm';

import { type DatabaseOptions, dataSourceOptions, migrate } from '../src/index.js';
import { freshStores } from './service-under-test.js';

/** Tests that a service's migrations make the tables of its entities. */
export function testMigrations(
  service: ServiceName,
  database: Pick<DatabaseOptions, 'entities' | 'migrations'>,
): void {
  let options: DatabaseOptions;
  let dataSource: DataSource;

  beforeAll(async () => {
    const { DATABASE_URL = '' } = await freshStores(service);
    const settings = { DATABASE_URL, DATABASE_POOL_SIZE: 2 };
    options = { settings, schema: service, ...database };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  });
  afterAll(() => dataSource.destroy());

  test('each column of an entity is in its table', async () => {
    await migrate(options);
    for (const { target } of dataSource.entityMetadatas) {
      expect(await dataSource.manager.find(target)).toBeInstanceOf(Array);
    }
  });
}
