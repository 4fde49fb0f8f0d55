import type { DataSource } from 'typeorm';

/** Any number, the same in every replica; advisory locks are per database, so the schema is mixed in. */
const LOCK_NAMESPACE = 7_201;

/** Runs pending migrations. Replicas that start together wait for the first one to finish. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const schema = 'schema' in dataSource.options ? dataSource.options.schema : undefined;
  const lock = dataSource.createQueryRunner();
  try {
    // Waiting for another replica may take longer than an ordinary statement is allowed to.
    await lock.query('SET statement_timeout = 0');
    await waitForLock(() =>
      lock.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
        LOCK_NAMESPACE,
        schema,
      ]),
    );
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await lock.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await lock.query('RESET statement_timeout').catch(() => undefined);
    await lock.release();
  }
}

const LOCK_POLL_MS = 100;

async function waitForLock(tryLock: () => Promise<[{ locked: boolean }]>): Promise<void> {
  for (;;) {
    const [{ locked }] = await tryLock();
    if (locked) return;
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}
