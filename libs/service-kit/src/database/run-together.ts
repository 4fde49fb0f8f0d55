import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';

import { PoolDriver } from './pool.js';
import { type Query, queryOf } from './statement.js';
import { writeTogether } from './write-together.js';

/**
 * Runs statements as one transaction in one round trip, and returns the rows of the last one. When one fails, the
 * following ones fail too, and PostgreSQL rolls back at the COMMIT.
 */
export async function runTogether<Row extends QueryResultRow>(
  dataSource: DataSource,
  ...statements: readonly Query[]
): Promise<Row[]> {
  const client = await PoolDriver.of(dataSource).pool.connect();
  try {
    writeTogether(client);
    const begun = client.query('BEGIN');
    const queries = statements.map(({ statement, values }) =>
      client.query<Row>(queryOf(dataSource, statement, values)),
    );
    const outcomes = await Promise.allSettled([begun, ...queries, client.query('COMMIT')]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return (await queries.at(-1))?.rows ?? [];
  } finally {
    client.release();
  }
}
