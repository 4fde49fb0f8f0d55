import type { ClientBase, Pool, QueryResultRow } from 'pg';
import { DataSource, type EntityManager, getMetadataArgsStorage } from 'typeorm';
import type { z } from 'zod';

import { poolOf } from './data-source.js';
import { isoTimes } from './iso-times.js';
import { SharedConnections } from './shared-connections.js';

/** SQL that a connection parses and plans once, as a prepared statement. */
export interface Statement<Row extends QueryResultRow = never> {
  /** Unique in its service, at most 63 characters. Without a name, each execution is planned again. */
  readonly name?: string;
  readonly text: string;
  /** Parses each row; rows of `rowsOf` need none. */
  readonly row?: z.ZodType<Row>;
}

/** SQL whose rows have these columns of an entity; `write` puts their list behind SELECT or RETURNING. */
export function rowsOf<E extends object, Key extends keyof E & string>(
  entity: new () => E,
  keys: readonly Key[],
  write: (columns: string) => Statement,
): Statement<Pick<E, Key>> {
  const names = columnNames(entity);
  const columns = keys.map((key) => {
    const name = names.get(key);
    if (name === undefined) throw new Error(`${entity.name} has no column ${key}`);
    return name === key ? name : `${name} AS "${key}"`;
  });
  return write(columns.join(', '));
}

/**
 * SQL that inserts a row of an entity from the JSON object in a parameter, whose keys are the columns. `computed` has SQL
 * for columns that the database computes.
 */
export function insertingRow(
  entity: new () => object,
  parameter: string,
  computed: Record<string, () => string> = {},
): string {
  const [table] = getMetadataArgsStorage().filterTables(entity);
  const columns = [...columnNames(entity).values()];
  return `INSERT INTO ${table?.name} (${columns.join(', ')})
          SELECT ${columns.map((name) => computed[name]?.() ?? `given.${name}`).join(', ')}
            FROM jsonb_populate_record(NULL::${table?.name}, ${parameter}) AS given`;
}

function columnNames(entity: new () => object): Map<string, string> {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return new Map(
    columns.map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  );
}

/**
 * Runs SQL on any connection or in a transaction and returns its rows, with times as ISO 8601. It uses node-postgres
 * directly: TypeORM has no prepared statements, and planning is most of a small query's cost.
 */
export async function runStatement<Row extends QueryResultRow>(
  target: DataSource | EntityManager,
  statement: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  if (target instanceof DataSource) return query(poolOf(target), target, statement, values);
  if (!target.queryRunner) throw new Error('A statement needs a data source or a transaction');
  const client = (await target.queryRunner.connect()) as ClientBase;
  return query(client, target.connection, statement, values);
}

/**
 * Runs a read that is quick in tables of any size, by a key or a page of an index, and returns its rows. Such reads
 * share connections: a slow one, or a write that waits for the disk, would delay the others.
 */
export async function readRows<Row extends QueryResultRow>(
  dataSource: DataSource,
  statement: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  const pool = poolOf(dataSource);
  let connections = shared.get(pool);
  if (!connections) shared.set(pool, (connections = new SharedConnections(pool)));
  return query(connections, dataSource, statement, values);
}

const shared = new WeakMap<Pool, SharedConnections>();

/** Omits the name behind a pooler without prepared statements. */
async function query<Row extends QueryResultRow>(
  client: Pick<SharedConnections, 'query'>,
  dataSource: DataSource,
  { name, text, row }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  const isNamed = name !== undefined && poolOf(dataSource).options.namesStatements;
  const config = { ...(isNamed && { name }), text, types: isoTimes, values };
  const { rows } = await client.query<Row>(config);
  return row ? rows.map((one) => row.parse(one)) : rows;
}
