import type { DataSource, QueryRunner } from 'typeorm';

import { type DatabaseOptions, isPooled } from './data-source.js';
import { giveToRole } from './session-settings.js';

/** An arbitrary number. Advisory locks are per database, so the schema is the other half of the key. */
const LOCK_NAMESPACE = 7_201;
const LOCK_POLL_MS = 100;

/** Runs pending migrations and closes the data source. Replicas that start together wait for the first one to finish. */
export async function migrate(dataSource: DataSource, options: DatabaseOptions): Promise<void> {
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock(lock, options.schema);
    await dataSource.runMigrations({ transaction: 'each' });
    if (isPooled(options)) await giveToRole(lock, options.schema);
  } finally {
    // Closing the connection frees the lock in any case.
    await lock.release().catch(() => undefined);
    await dataSource.destroy().catch(() => undefined);
  }
}

/** Polls for the lock: a connection waiting inside PostgreSQL would block `CREATE INDEX CONCURRENTLY`. */
async function takeLock(runner: QueryRunner, schema: string): Promise<void> {
  for (;;) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
      LOCK_NAMESPACE,
      schema,
    ])) as [{ locked: boolean }];
    if (row.locked) return;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}
