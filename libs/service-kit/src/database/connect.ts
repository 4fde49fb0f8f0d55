import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';

import { migrate } from './migrate.js';
import { isDatabaseUnavailable } from './unavailable.js';

const RETRY_DELAY_MS = 500;
/** A wait is told of at its start and then this often. */
const REMINDER_INTERVAL_MS = 10_000;

/**
 * Waits for the server, however long it takes, and migrates the schema.
 * @throws what a migration throws, unless the server went away meanwhile
 */
export async function connect(options: DataSourceOptions): Promise<DataSource> {
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

/** A failed connection is always worth another try: server, role or schema may be about to be made. */
async function tryToConnect(options: DataSourceOptions): Promise<DataSource | Error> {
  const dataSource = new DataSource(options);
  try {
    await dataSource.initialize();
  } catch (error) {
    return asError(error);
  }
  try {
    await migrate(options);
    return dataSource;
  } catch (error) {
    await dataSource.destroy().catch(() => undefined);
    if (isDatabaseUnavailable(error)) return asError(error);
    throw error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
