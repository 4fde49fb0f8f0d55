import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import type { CheckedFolder } from './checked-folder.ts';
import { type DumpedTable, type Manifest, OBJECT_LIST_FILE, SCHEMAS } from './manifest.ts';

// How deep a table lies below those it refers to says when it can be filled.
const FIND_TABLES = `
  WITH RECURSIVE found AS (
    SELECT c.oid, n.nspname AS schema, c.relname AS name
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'migrations'
  ), depth AS (
    SELECT oid, 0 AS level FROM found
    UNION ALL
    SELECT con.conrelid, depth.level + 1 FROM depth JOIN pg_constraint con
        ON con.confrelid = depth.oid AND con.contype = 'f' AND con.conrelid <> con.confrelid
     WHERE depth.level < 32
  )
  SELECT schema, name AS table,
         (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
           WHERE attrelid = found.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
    FROM found JOIN depth USING (oid)
   GROUP BY found.oid, schema, name ORDER BY max(level), schema, name`;

const LIST_OBJECTS = 'SELECT object_key, size FROM storage.files ORDER BY object_key';
const COUNT_OBJECTS =
  'SELECT count(*)::int AS count, coalesce(sum(size), 0)::float8 AS bytes FROM storage.files';

export type FoundTable = Pick<DumpedTable, 'schema' | 'table' | 'columns'>;

export const qualified = ({ schema, table }: Pick<FoundTable, 'schema' | 'table'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;

/** The tables of the product, referenced ones first. */
export async function findTables(client: pg.Client): Promise<FoundTable[]> {
  return (await client.query<FoundTable>(FIND_TABLES, [SCHEMAS])).rows;
}

/** The names of the migrations a schema has been through, the oldest first. */
async function migrationsOf(client: pg.Client, schema: string): Promise<string[]> {
  const table = qualified({ schema, table: 'migrations' });
  const { rowCount } = await client.query('SELECT WHERE to_regclass($1) IS NOT NULL', [table]);
  if (!rowCount) throw new Error(`The schema ${schema} has no tables yet: nothing to back up.`);
  const sql = `SELECT name FROM ${table} ORDER BY id`;
  return (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
}

async function dumpTable(
  client: pg.Client,
  folder: CheckedFolder,
  found: FoundTable,
): Promise<DumpedTable> {
  const file = `database/${found.schema}.${found.table}.copy.gz`;
  // A query and not the table itself: that one is refused where the table is partitioned.
  const rows = `(SELECT ${found.columns.join(', ')} FROM ${qualified(found)})`;
  const stream = client.query(copyTo(`COPY ${rows} TO STDOUT`));
  await folder.write(file, compressed(stream));
  return { ...found, rows: stream.rowCount, file };
}

function compressed(stream: Readable): Readable {
  const gzip = createGzip();
  stream.once('error', (error) => gzip.destroy(error));
  return stream.pipe(gzip);
}

/** Writes every table as one moment saw it, and the list of the objects which that moment's files name. */
export async function dumpDatabase(
  client: pg.Client,
  folder: CheckedFolder,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'objects'>> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations: Manifest['migrations'] = {};
  for (const schema of SCHEMAS) migrations[schema] = await migrationsOf(client, schema);
  const tables: DumpedTable[] = [];
  for (const table of await findTables(client)) {
    tables.push(await dumpTable(client, folder, table));
  }
  await folder.write(OBJECT_LIST_FILE, client.query(copyTo(`COPY (${LIST_OBJECTS}) TO STDOUT`)));
  const { rows } = await client.query<{ count: number; bytes: number }>(COUNT_OBJECTS);
  await client.query('COMMIT');
  const [total = { count: 0, bytes: 0 }] = rows;
  return { migrations, tables, objects: { ...total, missing: [] } };
}
