import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';

import {
  type DatabaseOptions,
  dataSourceOptions,
  isPooled,
  migrationOptions,
} from './data-source.js';
import { runPending } from './migrate.js';
import { checkSession } from './session-settings.js';
import { isDatabaseUnavailable } from './unavailable.js';

const RETRY_DELAY_MS = 500;
/** A wait is logged when it starts and then at this interval. */
const REMINDER_INTERVAL_MS = 10_000;

/**
 * Waits for the server without a time limit, and migrates the schema.
 * @throws what a migration throws, unless the server went away meanwhile
 */
export async function connect(options: DatabaseOptions): Promise<DataSource> {
  const logger = new Logger('Database');
  let remindedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const result = await tryToConnect(options);
    if (result instanceof DataSource) {
      logger.log('The database is ready');
      return result;
    }
    if (performance.now() - remindedAt >= REMINDER_INTERVAL_MS) {
      remindedAt = performance.now();
      logger.warn(`Waiting for the database: ${result.message}`);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
}

/** A failed connection is always retried: server, role or schema may not exist yet. */
async function tryToConnect(options: DatabaseOptions): Promise<DataSource | Error> {
  let migrating: DataSource;
  try {
    migrating = await new DataSource(migrationOptions(options)).initialize();
  } catch (error) {
    return asError(error);
  }
  try {
    await runPending(migrating, options);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return asError(error);
    throw error;
  }
  return open(options);
}

/** @returns an error also while a pooler still has sessions from before the role had its settings */
async function open(options: DatabaseOptions): Promise<DataSource | Error> {
  const dataSource = new DataSource(dataSourceOptions(options));
  try {
    await dataSource.initialize();
    if (isPooled(options)) await checkSession(dataSource, options.schema);
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy().catch(() => undefined);
    return asError(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
