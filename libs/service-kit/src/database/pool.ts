import { createRequire } from 'node:module';

import type { ClientBase, Pool, PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';

import { databaseAddress } from './database-address.js';
import { primaryClient } from './primary-client.js';
import { sessionSettings } from './session-settings.js';

const CONNECT_TIMEOUT_MS = 2000;
/** Longer than PostgreSQL's own time-out, which a frozen server cannot enforce: then the client gives up. */
const QUERY_TIMEOUT_MS = 4500;
/**
 * Outlasts the pauses between bursts of requests: a new connection costs both sides a log-in and has to plan every
 * statement again. node-postgres' default is 10 s.
 */
const IDLE_CONNECTION_TIMEOUT_MS = 5 * 60_000;
/** One holds the lock, the other runs the migrations. */
const MIGRATION_CONNECTIONS = 2;

/** Loaded by `require` when the first pool is created, so that tracing, started earlier, can instrument it. */
const require = createRequire(import.meta.url);

/** The database settings, including the optional ones. */
export interface PoolSettings {
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_SIZE: number;
  readonly DATABASE_CA?: string | undefined;
  readonly DATABASE_POOLER?: 'none' | 'transaction';
  readonly DATABASE_PREPARED_STATEMENTS?: 'on' | 'off';
  readonly MIGRATIONS_DATABASE_URL?: string | undefined;
}

/** Stands in for node-postgres in TypeORM, so that TypeORM uses our pool instead of a private one. */
export class PoolDriver {
  readonly Pool: new () => Pool;
  private latest: Pool | undefined;

  constructor(
    protected readonly settings: PoolSettings,
    readonly schema: string,
  ) {
    const open = () => (this.latest = this.openPool());
    this.Pool = function PoolOfOurs() {
      return open();
    } as unknown as new () => Pool;
  }

  /** @throws Error for a data source that was not made by `dataSourceOptions` */
  static of({ options }: DataSource): PoolDriver {
    if ('driver' in options && options.driver instanceof PoolDriver) return options.driver;
    throw new Error('This data source does not run on a pool of ours');
  }

  /** The pool of the most recently initialized data source. */
  get pool(): Pool {
    if (!this.latest) throw new Error('The data source is not initialized');
    return this.latest;
  }

  /** Whether a pooler shares the server's sessions, one transaction at a time. */
  get isPooled(): boolean {
    return this.settings.DATABASE_POOLER === 'transaction';
  }

  /** Whether connections keep prepared statements; not every pooler supports them. */
  get namesStatements(): boolean {
    return this.settings.DATABASE_PREPARED_STATEMENTS !== 'off';
  }

  protected openPool(): Pool {
    const session = this.isPooled ? {} : startingWith(sessionSettings(this.schema));
    return createPool(this.settings, session);
  }

  /** A driver that bypasses the pooler, for migrations, which run long and hold a session lock. */
  forMigrations(): PoolDriver {
    return new MigrationPoolDriver(this.settings, this.schema);
  }
}

class MigrationPoolDriver extends PoolDriver {
  protected override openPool(): Pool {
    const { MIGRATIONS_DATABASE_URL, ...settings } = this.settings;
    const DATABASE_URL = MIGRATIONS_DATABASE_URL ?? settings.DATABASE_URL;
    const session = startingWith({ ...sessionSettings(this.schema), statement_timeout: '0' });
    return createPool(
      { ...settings, DATABASE_URL },
      { ...session, max: MIGRATION_CONNECTIONS, query_timeout: 0 },
    );
  }
}

function createPool(settings: PoolSettings, config: PoolConfig): Pool {
  const pg = require('pg') as typeof import('pg');
  const { hosts, mustFindPrimary } = databaseAddress(settings.DATABASE_URL, settings.DATABASE_CA);
  return new pg.Pool({
    ...(mustFindPrimary ? { Client: primaryClient(pg, hosts) } : hosts[0]),
    max: settings.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // Sends statements of a connection together when they do not wait for each other.
    pipeline: true,
    // A client that fails between pool and query has no other error listener, and an unheard error would end the
    // process. Its next user sees the failure.
    onConnect: (client: ClientBase) => void client.on('error', () => undefined),
    ...config,
  });
}

/** Session settings that the client requests when it connects. */
function startingWith(settings: Record<string, string>): PoolConfig {
  const options = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`,
  );
  return { options: options.join(' ') };
}
