// With TEST_PARTITIONS=4 the tests of projects and storage run on tables in so many partitions, by their owners. They fail
// when a statement that was sent for a message visits more than one partition of a table.
import { type ServiceName, storageMessages } from '@studiolo/contracts';
import { environment } from '@studiolo/testing/environment';
import pg from 'pg';
import type { DataSource } from 'typeorm';

import { type DatabaseOptions } from '../src/database.js';
import { connect } from '../src/database/connect.js';
import { currentContext } from '../src/index.js';

type TestedDatabase = Pick<DatabaseOptions, 'entities' | 'migrations'>;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

type Query = (this: pg.Client, config: string | pg.QueryConfig, ...rest: unknown[]) => unknown;

/** The message of an operator, who asks about all files. */
const OF_ALL_OWNERS = storageMessages.findDamagedFiles.pattern;
const partitionName = /^(?<table>\w+)_of_\d+$/;

/** The values with which each statement was first sent for a message. */
const sent = new Map<string, unknown[]>();
let databaseUrl = '';

afterAll(async () => expect(await crossingStatements()).toEqual([]));

/** Migrates the empty schema of a service, and partitions its tables of owners' rows. */
export async function partitionTables(
  service: ServiceName,
  database: TestedDatabase,
): Promise<void> {
  const count = Number(process.env.TEST_PARTITIONS ?? 0);
  if (count === 0) return;
  recordStatements();
  databaseUrl = environment(`TEST_${service.toUpperCase()}_DATABASE_URL`);
  const settings = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: 2 };
  const dataSource = await connect({ settings, schema: service, ...database });
  for (const { tableName, columns } of dataSource.entityMetadatas) {
    const isOfOwners = columns.some(({ databaseName }) => databaseName === 'user_id');
    if (isOfOwners) await partition(dataSource, tableName, count);
  }
  await dataSource.destroy();
}

async function partition(dataSource: DataSource, table: string, count: number): Promise<void> {
  await dataSource.query(`
    ALTER TABLE ${table} RENAME TO undivided;
    CREATE TABLE ${table} (LIKE undivided INCLUDING ALL) PARTITION BY HASH (user_id);
    DROP TABLE undivided`);
  for (let rest = 0; rest < count; rest += 1) {
    await dataSource.query(
      `CREATE TABLE ${table}_of_${rest} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${count}, REMAINDER ${rest})`,
    );
  }
}

const client = pg.Client.prototype as unknown as { query: Query };
const { query } = client;

function recordStatements(): void {
  client.query = function recording(config, ...rest) {
    const { text, values = rest[0] } = typeof config === 'string' ? { text: config } : config;
    const pattern = currentContext().message?.getPattern();
    const isForOwner = pattern !== undefined && pattern !== OF_ALL_OWNERS;
    const isExplained = /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(text);
    if (isForOwner && isExplained && !sent.has(text)) {
      sent.set(text, Array.isArray(values) ? values : []);
    }
    return query.call(this, config, ...rest);
  };
}

/** The statements sent for owners' messages since the last call whose plans visit several partitions of a table. */
export async function crossingStatements(): Promise<string[]> {
  if (sent.size === 0) return [];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const crossing: string[] = [];
  for (const [text, values] of sent) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    if (rows[0] && crosses(rows[0]['QUERY PLAN'][0].Plan)) crossing.push(text);
  }
  await client.end();
  sent.clear();
  return crossing;
}

const relationsOf = ({ 'Relation Name': name = '', Plans: plans = [] }: PlanNode): string[] => [
  name,
  ...plans.flatMap(relationsOf),
];

function crosses(plan: PlanNode): boolean {
  const partitions = [...new Set(relationsOf(plan))].filter((name) => partitionName.test(name));
  const tables = new Set(partitions.map((name) => partitionName.exec(name)?.groups?.table));
  return partitions.length > tables.size;
}
