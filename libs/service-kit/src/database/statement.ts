import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { DataSource, type EntityManager, getMetadataArgsStorage } from 'typeorm';
import type { z } from 'zod';

import { poolOf } from './data-source.js';
import { sendQuery } from './send-query.js';
import { SharedConnections } from './shared-connections.js';

/** SQL whose rows nobody reads. A connection parses and plans it once, as a prepared statement. */
export interface Command {
  /** Unique in its service, at most 63 characters. Without a name, each execution is planned again. */
  readonly name?: string;
  readonly text: string;
}

/** SQL whose rows are read. */
export interface Query<Row> extends Command {
  /** Parses each row. */
  readonly row: z.ZodType<Row>;
}

/** SQL whose rows have columns of an entity: those in the schema; `write` puts their list behind SELECT or RETURNING. */
export function rowsOf<E extends object, Row extends Partial<E>>(
  entity: new () => E,
  row: z.ZodObject & z.ZodType<Row>,
  write: (columns: string) => Command,
): Query<Row> {
  const columns = Object.keys(row.shape).map((key) => {
    const name = columnName(entity, key);
    return name === key ? name : `${name} AS "${key}"`;
  });
  return { ...write(columns.join(', ')), row };
}

/**
 * SQL that inserts a row of an entity from the JSON object in a parameter, made by `columnsOf`. `computed` has SQL for
 * properties that the database computes.
 */
export function insertingRow<E extends object>(
  entity: new () => E,
  parameter: string,
  computed: Partial<Record<keyof E, () => string>> = {},
): string {
  const [table] = getMetadataArgsStorage().filterTables(entity);
  const columns = [...columnNames(entity)];
  const values = columns.map(([key, name]) => computed[key as keyof E]?.() ?? `given.${name}`);
  return `INSERT INTO ${table?.name} (${columns.map(([, name]) => name).join(', ')})
          SELECT ${values.join(', ')}
            FROM jsonb_populate_record(NULL::${table?.name}, ${parameter}) AS given`;
}

/** Values of an entity's properties by their columns, as `jsonb_populate_record` reads them. */
export function columnsOf<E extends object>(
  entity: new () => E,
  values: Partial<Record<keyof E, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [columnName(entity, key), value]),
  );
}

function columnName(entity: new () => object, key: string): string {
  const name = columnNames(entity).get(key);
  if (name === undefined) throw new Error(`${entity.name} has no column ${key}`);
  return name;
}

const namesByEntity = new Map<new () => object, Map<string, string>>();

function columnNames(entity: new () => object): Map<string, string> {
  let names = namesByEntity.get(entity);
  if (!names) {
    const columns = getMetadataArgsStorage().filterColumns(entity);
    names = new Map(
      columns.map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
    );
    namesByEntity.set(entity, names);
  }
  return names;
}

/** Runs SQL on any connection or in a transaction. Returns the number of rows that it changed. */
export async function execute(
  target: DataSource | EntityManager,
  command: Command,
  values: unknown[],
): Promise<number> {
  return (await query(target, command, values)).rowCount ?? 0;
}

/**
 * Runs SQL on any connection or in a transaction, and returns its rows. It uses node-postgres directly: TypeORM has no
 * prepared statements, and planning is most of a small query's cost.
 */
export async function readRows<Row>(
  target: DataSource | EntityManager,
  statement: Query<Row>,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await query(target, statement, values);
  return rows.map((row) => statement.row.parse(row));
}

/**
 * Runs a read that is quick in tables of any size, by a key or a page of an index, and returns its rows. Such reads
 * share connections: a slow one, or a write that waits for the disk, would delay the others.
 */
export async function readQuickly<Row>(
  dataSource: DataSource,
  statement: Query<Row>,
  values: unknown[],
): Promise<Row[]> {
  const pool = poolOf(dataSource);
  let connections = shared.get(pool);
  if (!connections) shared.set(pool, (connections = new SharedConnections(pool)));
  const { rows } = await connections.query(configOf(dataSource, statement, values));
  return rows.map((row) => statement.row.parse(row));
}

const shared = new WeakMap<Pool, SharedConnections>();

async function query(
  target: DataSource | EntityManager,
  command: Command,
  values: unknown[],
): Promise<QueryResult<QueryResultRow>> {
  if (target instanceof DataSource) return poolOf(target).query(configOf(target, command, values));
  if (!target.queryRunner) throw new Error('A statement needs a data source or a transaction');
  const client = (await target.queryRunner.connect()) as PoolClient;
  return sendQuery(client, configOf(target.connection, command, values));
}

/** Omits the name behind a pooler without prepared statements. */
function configOf(dataSource: DataSource, { name, text }: Command, values: unknown[]) {
  const isNamed = name !== undefined && poolOf(dataSource).options.namesStatements;
  return { ...(isNamed && { name }), text, values };
}
