import { createRequire } from 'node:module';

import { Logger, type Type } from '@nestjs/common';
import type { ClientBase, Pool, PoolConfig } from 'pg';
import type { DataSource, DataSourceOptions, MigrationInterface } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

import { databaseAddress } from '../env/database-address.js';
import type { DatabaseSettings } from '../env/settings.js';
import { DatabaseLogger } from './database-logger.js';
import { primaryClient } from './primary-client.js';
import { rowTypes } from './row-types.js';
import { sessionSettings } from './session-settings.js';

const CONNECT_TIMEOUT_MS = 2000;
/** Longer than PostgreSQL's own time-out, which a frozen server cannot enforce: then the client gives up. */
const QUERY_TIMEOUT_MS = 4500;
/**
 * Outlasts the pauses between bursts of requests: a new connection costs both sides a log-in and has to plan every
 * statement again. node-postgres' default is 10 s. Longer, and PostgreSQL keeps a process for each without need.
 */
const IDLE_CONNECTION_TIMEOUT_MS = 60_000;
/** One holds the lock, the other runs the migrations. */
const MIGRATION_CONNECTIONS = 2;

/** Loads node-postgres only when a service connects, so that tracing, started earlier, can instrument it. */
const require = createRequire(import.meta.url);

type Settings = Pick<DatabaseSettings, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'> &
  Partial<DatabaseSettings>;

export interface DatabaseOptions {
  readonly settings: Settings;
  /** The service's own schema; its role sees no other. */
  readonly schema: string;
  readonly entities: readonly Type[];
  readonly migrations: readonly Type<MigrationInterface>[];
}

interface PoolOptions extends PoolConfig {
  /** Whether connections keep prepared statements; not every pooler supports them. */
  readonly namesStatements: boolean;
}

/** Whether a pooler shares the server's sessions, one transaction at a time. */
export function isPooled({ settings }: DatabaseOptions): boolean {
  return settings.DATABASE_POOLER === 'transaction';
}

/** TypeORM options of a service's own schema. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const { settings, schema } = options;
  const session = isPooled(options) ? {} : startingWith(sessionSettings(schema));
  return withPool(options, { ...poolOptions(settings), ...session });
}

/** The same past the pooler and without time-outs, for migrations, which run long and hold a session lock. */
export function migrationOptions(options: DatabaseOptions): DataSourceOptions {
  const { settings, schema } = options;
  const DATABASE_URL = settings.MIGRATIONS_DATABASE_URL ?? settings.DATABASE_URL;
  return withPool(options, {
    ...poolOptions({ ...settings, DATABASE_URL }),
    ...startingWith({ ...sessionSettings(schema), statement_timeout: '0' }),
    max: MIGRATION_CONNECTIONS,
    query_timeout: 0,
  });
}

/** The pool of an initialized data source that was made with these options. */
export function poolOf(dataSource: DataSource): Pool & { readonly options: PoolOptions } {
  return (dataSource.driver as PostgresDriver).master as Pool & { options: PoolOptions };
}

function withPool(
  { schema, entities, migrations }: DatabaseOptions,
  extra: PoolOptions,
): DataSourceOptions {
  return {
    type: 'postgres',
    schema,
    extra,
    entities: [...entities],
    migrations: [...migrations],
    logger: new DatabaseLogger(),
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    poolErrorHandler: (error: Error) =>
      new Logger('Database').warn(`A pooled connection failed: ${error.message}`),
  };
}

function poolOptions(settings: Settings): PoolOptions {
  const { hosts, mustFindPrimary } = databaseAddress(settings.DATABASE_URL, settings.DATABASE_CA);
  const pg = require('pg') as typeof import('pg');
  return {
    ...(mustFindPrimary ? { Client: primaryClient(pg, hosts) } : hosts[0]),
    max: settings.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    types: rowTypes(pg.types),
    // Sends statements of a connection together when they do not wait for each other.
    pipeline: true,
    // A client that fails between pool and query has no other error listener, and an unheard error would end the
    // process. Its next user sees the failure.
    onConnect: (client: ClientBase) => void client.on('error', () => undefined),
    namesStatements: settings.DATABASE_PREPARED_STATEMENTS !== 'off',
  };
}

/** Session settings that the client requests when it connects. */
function startingWith(settings: Record<string, string>): Pick<PoolConfig, 'options'> {
  const options = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`,
  );
  return { options: options.join(' ') };
}
