import { setTimeout as delay } from 'node:timers/promises';

import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';

import {
  type DatabaseOptions,
  dataSourceOptions,
  isPooled,
  migrationOptions,
} from './data-source.js';
import { migrate } from './migrate.js';
import { checkSession } from './session-settings.js';
import { isDatabaseUnavailable } from './unavailable.js';

const RETRY_DELAY_MS = 500;
/** A wait is logged when it starts and then at this interval. */
const REMINDER_INTERVAL_MS = 10_000;

const logger = new Logger('Database');

/**
 * Waits for the server without a time limit, and migrates the schema.
 * @throws Error when migrations have no way past the pooler; what a migration throws, unless the server went away
 */
export async function connect(options: DatabaseOptions): Promise<DataSource> {
  if (isPooled(options) && !options.settings.MIGRATIONS_DATABASE_URL) {
    throw new Error('DATABASE_POOLER=transaction needs MIGRATIONS_DATABASE_URL, past the pooler');
  }
  const migrating = await untilReached(() =>
    new DataSource(migrationOptions(options)).initialize(),
  );
  try {
    await migrate(migrating, options);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    await delay(RETRY_DELAY_MS);
    return connect(options);
  }
  const dataSource = await untilReached(() => open(options));
  logger.log('The database is ready');
  return dataSource;
}

/** Fails also while a pooler still has sessions from before the role had its settings. */
async function open(options: DatabaseOptions): Promise<DataSource> {
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  try {
    if (isPooled(options)) await checkSession(dataSource, options.schema);
    return dataSource;
  } catch (error) {
    await dataSource.destroy().catch(() => undefined);
    throw error;
  }
}

/** Tries until it succeeds, whatever the failure: server, role or schema may not exist yet. */
async function untilReached(reach: () => Promise<DataSource>): Promise<DataSource> {
  let remindedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await reach();
    } catch (error) {
      if (performance.now() - remindedAt >= REMINDER_INTERVAL_MS) {
        remindedAt = performance.now();
        logger.warn(`Waiting for the database: ${(error as Error).message}`);
      }
    }
    await delay(RETRY_DELAY_MS);
  }
}
