import { type DynamicModule, Logger, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { ClientBase } from 'pg';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';

import type { DatabaseSettings } from '../env/settings.js';
import { InboxMessage } from '../inbox/inbox-message.entity.js';
import { OutboxEntry } from '../outbox/outbox-entry.entity.js';
import { DatabaseLogger } from './database-logger.js';
import { connect } from './connect.js';

const CONNECT_TIMEOUT_MS = 2000;
const STATEMENT_TIMEOUT_MS = 4000;
/** Ends a transaction whose process froze, so that its locks do not outlive it for long. */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000;
/**
 * Long enough to outlast the pauses between one crowd and the next: a new connection costs both sides a
 * log-in and has to plan every statement again. node-postgres' default is 10 s.
 */
const IDLE_CONNECTION_TIMEOUT_MS = 5 * 60_000;

export interface DatabaseOptions {
  /** The service's own schema; its role sees no other. */
  readonly schema: string;
  readonly entities: readonly Type[];
  readonly migrations: readonly Type<MigrationInterface>[];
}

/** TypeORM options of a service's own schema, inbox and outbox included. */
export function dataSourceOptions(
  settings: DatabaseSettings,
  { schema, entities, migrations }: DatabaseOptions,
): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.DATABASE_URL,
    schema,
    entities: [...entities, InboxMessage, OutboxEntry],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    logger: new DatabaseLogger(),
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    poolErrorHandler: (error: Error) =>
      new Logger('Database').warn(`A pooled connection failed: ${error.message}`),
    extra: {
      max: settings.DATABASE_POOL_SIZE,
      idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
      // Statements of a connection that do not wait for each other travel together.
      pipeline: true,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // A frozen server sends no statement time-out: the client has to stop waiting by itself.
      query_timeout: STATEMENT_TIMEOUT_MS + 500,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
      keepAlive: true,
      // One that fails while it changes hands between pool and query has no other listener: without
      // this one, that ends the process. Whoever uses it next learns of the failure.
      onConnect: (client: ClientBase) => void client.on('error', () => undefined),
      // `public` holds the extensions, which an administrator installs for all services.
      options: `-c search_path=${schema},public -c timezone=UTC`,
    },
  };
}

/** Connects a service to its schema: waits for the server, then migrates, one replica at a time. */
@Module({})
export class DatabaseModule {
  static forRoot(settings: DatabaseSettings, options: DatabaseOptions): DynamicModule {
    const dataSource = dataSourceOptions(settings, options);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // Waiting for the server is `connect`'s own: TypeOrmModule logs a stack trace for each try.
          useFactory: () => ({ ...dataSource, retryAttempts: 0 }),
          dataSourceFactory: () => connect(dataSource),
        }),
        TypeOrmModule.forFeature([...options.entities, InboxMessage, OutboxEntry]),
      ],
      exports: [TypeOrmModule],
    };
  }
}
