import type { ServiceName } from '@studiolo/contracts';

import { connect } from '../src/database/connect.js';
import type { DatabaseOptions } from '../src/index.js';
import { freshStores } from './service-under-test.js';

export function testMigrations(
  service: ServiceName,
  database: Pick<DatabaseOptions, 'entities' | 'migrations'>,
): void {
  test('each column of an entity is in its table', async () => {
    const { DATABASE_URL = '' } = await freshStores(service);
    const settings = { DATABASE_URL, DATABASE_POOL_SIZE: 2 };
    const dataSource = await connect({ settings, schema: service, ...database });
    for (const { target } of dataSource.entityMetadatas) {
      expect(await dataSource.manager.find(target)).toBeInstanceOf(Array);
    }
    await dataSource.destroy();
  });
}
