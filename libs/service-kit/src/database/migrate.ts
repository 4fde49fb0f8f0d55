import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';

/** Any number; advisory locks are per database, so the schema is the other half of the lock. */
const LOCK_NAMESPACE = 7_201;
const LOCK_POLL_MS = 100;

/**
 * Runs pending migrations, on connections of its own: a migration may take longer than a statement of
 * the service. Replicas that start together wait for the first one to finish.
 */
export async function migrate(options: DataSourceOptions): Promise<void> {
  const dataSource = await new DataSource(patient(options)).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock(lock, 'schema' in options ? options.schema : undefined);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    // The end of its connection frees the lock, whatever happened.
    await lock.release().catch(() => undefined);
    await dataSource.destroy().catch(() => undefined);
  }
}

function patient(options: DataSourceOptions): DataSourceOptions {
  const extra = options.extra as Record<string, unknown>;
  return { ...options, extra: { ...extra, max: 2, statement_timeout: 0, query_timeout: 0 } };
}

/** Asks again and again: a connection that waits inside PostgreSQL would hold up `CREATE INDEX CONCURRENTLY`. */
async function takeLock(runner: QueryRunner, schema: string | undefined): Promise<void> {
  for (;;) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
      LOCK_NAMESPACE,
      schema,
    ])) as [{ locked: boolean }];
    if (row.locked) return;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}
