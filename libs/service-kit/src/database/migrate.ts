import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';

import { PoolDriver } from './pool.js';
import { giveToRole } from './session-settings.js';

/** An arbitrary number. Advisory locks are per database, so the schema is the other half of the key. */
const LOCK_NAMESPACE = 7_201;
const LOCK_POLL_MS = 100;

/** Connections without the service's statement time-out, for migrations. */
export async function connectForMigrations(options: DataSourceOptions): Promise<DataSource> {
  const { driver } = options as { driver: PoolDriver };
  const patient = { ...options, driver: driver.forMigrations() } as DataSourceOptions;
  return new DataSource(patient).initialize();
}

/** Runs pending migrations and closes the data source. Replicas that start together wait for the first one to finish. */
export async function runPending(dataSource: DataSource): Promise<void> {
  const { schema, isPooled } = PoolDriver.of(dataSource);
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock(lock, schema);
    await dataSource.runMigrations({ transaction: 'each' });
    if (isPooled) await giveToRole(lock, schema);
  } finally {
    // Closing the connection frees the lock in any case.
    await lock.release().catch(() => undefined);
    await dataSource.destroy().catch(() => undefined);
  }
}

/** Runs pending migrations, on connections of its own. */
export async function migrate(options: DataSourceOptions): Promise<void> {
  await runPending(await connectForMigrations(options));
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
