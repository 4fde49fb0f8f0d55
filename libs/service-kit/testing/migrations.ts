import type { ServiceName } from '@studiolo/contracts';
import { type DataSource, type EntityMetadata, getMetadataArgsStorage } from 'typeorm';

import { connect } from '../src/database/connect.js';
import type { DatabaseOptions } from '../src/index.js';
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

/** TypeORM reads a value by the type that the entity gives, which has to be the table's. */
export function testMigrations(
  service: ServiceName,
  database: Pick<DatabaseOptions, 'entities' | 'migrations'>,
): void {
  test('each column of an entity is in its table, with its type', async () => {
    const { DATABASE_URL = '' } = await freshStores(service);
    const settings = { DATABASE_URL, DATABASE_POOL_SIZE: 2 };
    const dataSource = await connect({ settings, schema: service, ...database });
    for (const entity of dataSource.entityMetadatas) {
      expect(await typesInTable(dataSource, entity)).toMatchObject(typesInEntity(entity));
    }
    await dataSource.destroy();
  });

  test('each column of an entity has a type that every reader of rows reads alike', () => {
    const columns = database.entities.flatMap((entity) =>
      getMetadataArgsStorage().filterColumns(entity as never),
    );
    const types = new Set(columns.map(({ options: { type } }) => NAMES[String(type)] ?? type));
    expect([...types].filter((type) => !READ_ALIKE.has(String(type)))).toEqual([]);
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
