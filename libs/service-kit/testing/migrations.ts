import type { ServiceName } from '@studiolo/contracts';
import { type DataSource, type EntityMetadata, getMetadataArgsStorage } from 'typeorm';

import type { DatabaseOptions } from '../src/database.js';
import { connect } from '../src/database/connect.js';
import { freshStores } from './service-under-test.js';

/** PostgreSQL's names of the types that entities call otherwise. */
const NAMES: Record<string, string> = { timestamptz: 'timestamp with time zone' };

/** Types whose values `rows.int-spec.ts` reads in every way and in three time zones, alone and in arrays. */
const READ_ALIKE = new Set([
  ...[
    'bigint',
    'boolean',
    'bytea',
    'date',
    'integer',
    'interval',
    'jsonb',
    'numeric',
    'text',
    'uuid',
  ],
  'timestamp with time zone',
]);

const COLUMNS = `
  SELECT attname AS name, format_type(atttypid, NULL) AS type
    FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`;

const KEY = `
  SELECT attname AS name FROM pg_index CROSS JOIN unnest(indkey) WITH ORDINALITY AS key (number, position)
    JOIN pg_attribute ON attrelid = indrelid AND attnum = key.number
   WHERE indrelid = $1::regclass AND indisprimary ORDER BY position`;

/** TypeORM reads a value by the type that the entity gives, and changes a row by the entity's key: both have to be the table's. */
export function testMigrations(
  service: ServiceName,
  database: Pick<DatabaseOptions, 'entities' | 'migrations'>,
): void {
  let dataSource: DataSource;

  beforeAll(async () => {
    const { DATABASE_URL = '' } = await freshStores(service);
    const settings = { DATABASE_URL, DATABASE_POOL_SIZE: 2 };
    dataSource = await connect({ settings, schema: service, ...database });
  });

  afterAll(() => dataSource.destroy());

  test('each column of an entity is in its table, with its type', async () => {
    for (const entity of dataSource.entityMetadatas) {
      expect(await typesInTable(dataSource, entity)).toMatchObject(typesInEntity(entity));
    }
  });

  test('each column of an entity has a type that every reader of rows reads alike', () => {
    const columns = database.entities.flatMap((entity) =>
      getMetadataArgsStorage().filterColumns(entity as never),
    );
    const types = new Set(columns.map(({ options: { type } }) => NAMES[String(type)] ?? type));
    expect([...types].filter((type) => !READ_ALIKE.has(String(type)))).toEqual([]);
  });

  test('the key of each entity is that of its table', async () => {
    for (const { tableName, primaryColumns } of dataSource.entityMetadatas) {
      const key = await dataSource.query<{ name: string }[]>(KEY, [tableName]);
      const columns = primaryColumns.map(({ databaseName }) => databaseName);
      expect([tableName, ...key.map(({ name }) => name)]).toEqual([tableName, ...columns]);
    }
  });
}

interface Rows {
  readonly table: string;
  readonly insert: string;
}

/** For a migration that runs in steps beside others, outside a transaction. */
export function testRepeatedMigration(
  service: ServiceName,
  { migrations }: Pick<DatabaseOptions, 'migrations'>,
  migration: DatabaseOptions['migrations'][number],
  rows: readonly Rows[],
): void {
  test(`${migration.name} keeps the rows it finds, and may be repeated after an interruption`, async () => {
    const { DATABASE_URL = '' } = await freshStores(service);
    const options = { settings: { DATABASE_URL, DATABASE_POOL_SIZE: 2 }, schema: service };
    const migrateBy = (some: DatabaseOptions['migrations']) =>
      connect({ ...options, entities: [], migrations: some });
    const before = await migrateBy(migrations.slice(0, migrations.indexOf(migration)));
    for (const { insert } of rows) await before.query(insert);
    const contents = (dataSource: DataSource) =>
      Promise.all(
        rows.map(({ table }) => dataSource.query<object[]>(`SELECT * FROM ${table} ORDER BY 1`)),
      );
    const kept = await contents(before);
    await before.destroy();
    const after = await migrateBy(migrations);
    await new migration().up(after.createQueryRunner());
    expect(await contents(after)).toMatchObject(kept);
    await after.destroy();
  });
}

async function typesInTable(dataSource: DataSource, { tableName }: EntityMetadata) {
  const columns = await dataSource.query<{ name: string; type: string }[]>(COLUMNS, [tableName]);
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
}

function typesInEntity({ columns }: EntityMetadata): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ databaseName, type, isArray }) => {
      const name = NAMES[String(type)] ?? String(type);
      return [databaseName, isArray ? `${name}[]` : name];
    }),
  );
}
