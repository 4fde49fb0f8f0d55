import { environment } from '@studiolo/testing/environment';
import { DataSource, type QueryRunner } from 'typeorm';

import {
  createMessagingTables,
  type DatabaseOptions,
  ForwardMigration,
} from '../../src/database.js';
import { connect } from '../../src/database/connect.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { InboxMessage } from '../../src/inbox/inbox-message.entity.js';
import { freshStores } from '../../testing/service-under-test.js';

class CreateMessagingTables1700000000000 extends ForwardMigration {
  up(runner: QueryRunner): Promise<void> {
    return createMessagingTables(runner);
  }
}

/** The schema of storage in this worker's database, with the tables for messages. */
export function databaseOptions(
  settings: Partial<DatabaseOptions['settings']> = {},
  migrations: DatabaseOptions['migrations'] = [CreateMessagingTables1700000000000],
): DatabaseOptions {
  const DATABASE_URL = environment('TEST_STORAGE_DATABASE_URL');
  return {
    settings: { DATABASE_URL, DATABASE_POOL_SIZE: 10, ...settings },
    ...{ schema: 'storage', entities: [InboxMessage], migrations },
  };
}

/** Empties that schema before the first test of a file. Returns a pool of the administrator's beside the one under test. */
export function emptySchema(): DataSource {
  const url = environment('TEST_ADMIN_DATABASE_URL');
  const administrator = new DataSource({ type: 'postgres', url });
  beforeAll(() => Promise.all([freshStores('storage'), administrator.initialize()]));
  afterAll(() => administrator.destroy());
  return administrator;
}

/** The same with a pool on the schema. */
export function testDatabase() {
  const administrator = emptySchema();
  const dataSource = new DataSource(dataSourceOptions(databaseOptions()));
  beforeAll(async () => {
    await (await connect(databaseOptions())).destroy();
    await dataSource.initialize();
  });
  afterAll(() => dataSource.destroy());
  return { administrator, dataSource };
}
