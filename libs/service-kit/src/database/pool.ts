import { createRequire } from 'node:module';

import type { ClientBase, Pool, PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';

import { databaseAddress } from './database-address.js';
import { primaryClient } from './primary-client.js';
import { sessionSettings } from './session-settings.js';

const CONNECT_TIMEOUT_MS = 2000;
/** Above PostgreSQL's own, which a frozen server does not send: the client has to stop waiting by itself. */
const QUERY_TIMEOUT_MS = 4500;
/**
 * Long enough to outlast the pauses between one crowd and the next: a new connection costs both sides a
 * log-in and has to plan every statement again. node-postgres' default is 10 s.
 */
const IDLE_CONNECTION_TIMEOUT_MS = 5 * 60_000;
/** One holds the lock, one works. */
const MIGRATION_CONNECTIONS = 2;

/** By `require`, and not before a pool is wanted: tracing has to be there first, and to see it being loaded. */
const require = createRequire(import.meta.url);

/** The settings of the database, those that may be left out included. */
export interface PoolSettings {
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_SIZE: number;
  readonly DATABASE_CA?: string | undefined;
  readonly DATABASE_POOLER?: 'none' | 'transaction';
  readonly DATABASE_PREPARED_STATEMENTS?: 'on' | 'off';
  readonly MIGRATIONS_DATABASE_URL?: string | undefined;
}

/** What TypeORM takes for node-postgres: it runs on our pool, instead of one of its own that nobody else can reach. */
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

  /** The pool of the data source that was initialized last. */
  get pool(): Pool {
    if (!this.latest) throw new Error('The data source is not initialized');
    return this.latest;
  }

  /** Whether the server's sessions are shared out, a transaction at a time. */
  get isPooled(): boolean {
    return this.settings.DATABASE_POOLER === 'transaction';
  }

  /** Whether connections keep prepared statements, which not every pooler can do. */
  get namesStatements(): boolean {
    return this.settings.DATABASE_PREPARED_STATEMENTS !== 'off';
  }

  protected openPool(): Pool {
    const session = this.isPooled ? {} : startingWith(sessionSettings(this.schema));
    return createPool(this.settings, session);
  }

  /** For migrations, which take their time and a lock of their session: past the pooler. */
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
    // Statements of a connection that do not wait for each other travel together.
    pipeline: true,
    // One that fails while it changes hands between pool and query has no other listener: without
    // this one, that ends the process. Whoever uses it next learns of the failure.
    onConnect: (client: ClientBase) => void client.on('error', () => undefined),
    ...config,
  });
}

/** Settings that a session begins with, as the client asks for them in connecting. */
function startingWith(settings: Record<string, string>): PoolConfig {
  const options = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`,
  );
  return { options: options.join(' ') };
}
