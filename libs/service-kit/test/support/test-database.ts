import type { Type } from '@nestjs/common';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { connect } from '../../src/database/connect.js';
import { InboxMessage } from '../../src/inbox/inbox-message.entity.js';
import {
  createMessagingTables,
  type DatabaseOptions,
  dataSourceOptions,
  ForwardMigration,
} from '../../src/index.js';

class CreateMessagingTables1700000000000 extends ForwardMigration {
  up(runner: QueryRunner): Promise<void> {
    return createMessagingTables(runner);
  }
}

const migrate = async (options: DatabaseOptions) => (await connect(options)).destroy();

interface TestDatabaseOptions {
  readonly migrations?: readonly Type<MigrationInterface>[];
  /** `host:port` at which to reach the server instead, e.g. of a proxy. */
  readonly address?: string;
  readonly poolSize?: number;
  /** Settings that replace the defaults. */
  readonly settings?: Partial<DatabaseOptions['settings']>;
}

/** A schema used by only one test file, or by one test. */
export class TestDatabase {
  readonly schema = `kit_${uuidv7().replaceAll('-', '')}`;
  private readonly admin = new DataSource({
    type: 'postgres',
    url: process.env.TEST_ADMIN_DATABASE_URL ?? '',
    extra: { max: 2 },
  });

  static async create(): Promise<TestDatabase> {
    const database = new TestDatabase();
    await database.create();
    return database;
  }

  async create(): Promise<void> {
    await this.admin.initialize();
    await this.admin.query(`CREATE SCHEMA ${this.schema}`);
  }

  options({
    migrations,
    address,
    poolSize = 10,
    settings: others,
  }: TestDatabaseOptions = {}): DatabaseOptions {
    const url = new URL(process.env.TEST_ADMIN_DATABASE_URL ?? '');
    if (address) url.host = address;
    const settings = { DATABASE_URL: url.href, DATABASE_POOL_SIZE: poolSize, ...others };
    return {
      settings,
      schema: this.schema,
      entities: [InboxMessage],
      migrations: migrations ?? [CreateMessagingTables1700000000000],
    };
  }

  /** Migrates the schema and opens a pool on it. */
  async connect(options?: TestDatabaseOptions): Promise<DataSource> {
    await migrate(this.options({ ...options, address: '' }));
    return new DataSource(dataSourceOptions(this.options(options))).initialize();
  }

  /** Creates a role with access only to this schema, and returns its URL. `drop` removes it, too. */
  async ownRole(): Promise<string> {
    await this.admin.query(`CREATE ROLE ${this.schema} LOGIN PASSWORD 'own'`);
    await this.admin.query(`ALTER SCHEMA ${this.schema} OWNER TO ${this.schema}`);
    const url = new URL(process.env.TEST_ADMIN_DATABASE_URL ?? '');
    return Object.assign(url, { username: this.schema, password: 'own' }).href;
  }

  /** Runs SQL as administrator, on a connection outside the pools under test. */
  query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.admin.query<Row[]>(sql, values);
  }

  async drop(): Promise<void> {
    await this.admin.query(`DROP SCHEMA ${this.schema} CASCADE`);
    await this.admin.query(`DROP ROLE IF EXISTS ${this.schema}`);
    await this.admin.destroy();
  }
}

/** A database and a pool on it, made before the first test of a file and dropped after its last. */
export function testDatabase() {
  const database = new TestDatabase();
  const dataSource = new DataSource(dataSourceOptions(database.options()));
  beforeAll(async () => {
    await database.create();
    await migrate(database.options());
    await dataSource.initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  return { database, dataSource };
}
