import { type DynamicModule, Logger, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';

import { connect } from './connect.js';
import { DatabaseLogger } from './database-logger.js';
import { PoolDriver, type PoolSettings } from './pool.js';

export interface DatabaseOptions {
  /** The service's own schema; its role sees no other. */
  readonly schema: string;
  readonly entities: readonly Type[];
  readonly migrations: readonly Type<MigrationInterface>[];
}

/**
 * TypeORM options of a service's own schema.
 * @throws Error when migrations have no way past the pooler
 */
export function dataSourceOptions(
  settings: PoolSettings,
  { schema, entities, migrations }: DatabaseOptions,
): DataSourceOptions {
  if (settings.DATABASE_POOLER === 'transaction' && !settings.MIGRATIONS_DATABASE_URL) {
    throw new Error('DATABASE_POOLER=transaction needs MIGRATIONS_DATABASE_URL, past the pooler');
  }
  return {
    type: 'postgres',
    driver: new PoolDriver(settings, schema),
    schema,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    logger: new DatabaseLogger(),
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    poolErrorHandler: (error: Error) =>
      new Logger('Database').warn(`A pooled connection failed: ${error.message}`),
  };
}

/** Connects a service to its schema: waits for the server, then migrates, one replica at a time. */
@Module({})
export class DatabaseModule {
  static forRoot(settings: PoolSettings, options: DatabaseOptions): DynamicModule {
    const dataSource = dataSourceOptions(settings, options);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // `connect` waits for the server: TypeOrmModule would log a stack trace for each retry.
          useFactory: () => ({ ...dataSource, retryAttempts: 0 }),
          dataSourceFactory: () => connect(dataSource),
        }),
        TypeOrmModule.forFeature([...options.entities]),
      ],
      exports: [TypeOrmModule],
    };
  }
}
