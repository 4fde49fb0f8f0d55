import { setTimeout as delay } from 'node:timers/promises';

import { Logger } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';

import {
  type DatabaseOptions,
  dataSourceOptions,
  isPooled,
  migrationOptions,
} from './data-source.js';
import { checkSession, giveToRole } from './session-settings.js';
import { isDatabaseUnavailable } from './unavailable.js';

const RETRY_DELAY_MS = 500;
/** A wait is logged when it starts and then at this interval. */
const REMINDER_INTERVAL_MS = 10_000;
/** An arbitrary number. Advisory locks are per database, so the schema is the other half of the key. */
const LOCK_NAMESPACE = 7_201;
const LOCK_POLL_MS = 100;

const logger = new Logger('Database');

/**
 * Waits for the server without a time limit, and migrates the schema.
 * @throws Error when migrations have no way past the pooler; what a migration throws, unless the server went away
 */
export async function connect(options: DatabaseOptions): Promise<DataSource> {
  if (isPooled(options) && !options.settings.MIGRATIONS_DATABASE_URL) {
    throw new Error('DATABASE_POOLER=transaction needs MIGRATIONS_DATABASE_URL, past the pooler');
  }
  while (!(await migrate(options))) await delay(RETRY_DELAY_MS);
  const dataSource = await untilReached(() => open(options));
  logger.log('The database is ready');
  return dataSource;
}

/**
 * Runs pending migrations. Replicas that start together wait for the first one to finish. Returns false when the server
 * went away meanwhile.
 */
async function migrate(options: DatabaseOptions): Promise<boolean> {
  const dataSource = await untilReached(() =>
    new DataSource(migrationOptions(options)).initialize(),
  );
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock(lock, options.schema);
    await dataSource.runMigrations({ transaction: 'each' });
    if (isPooled(options)) await giveToRole(lock, options.schema);
    return true;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return false;
  } finally {
    // Closing the connection frees the lock in any case.
    await lock.release().catch(() => undefined);
    await dataSource.destroy().catch(() => undefined);
  }
}

/** Polls for the lock: a connection waiting inside PostgreSQL would block `CREATE INDEX CONCURRENTLY`. */
async function takeLock(runner: QueryRunner, schema: string): Promise<void> {
  const sql = 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked';
  for (;;) {
    const [row] = (await runner.query(sql, [LOCK_NAMESPACE, schema])) as [{ locked: boolean }];
    if (row.locked) return;
    await delay(LOCK_POLL_MS);
  }
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
