import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

import { PoolDriver } from './pool.js';
import { type Query, queryOf } from './statement.js';
import { writeTogether } from './write-together.js';

/**
 * A transaction whose BEGIN is sent with its first statement and whose COMMIT with its last. TypeORM waits for the
 * answer to each, which is most of the time of a small change. TypeORM does not know of this transaction: multi-step
 * calls such as `save` would open their own.
 */
export class Transaction {
  private isOpen = true;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly begun: Promise<unknown>,
  ) {}

  static async begin(dataSource: DataSource): Promise<Transaction> {
    const runner = dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      writeTogether(client);
      const begun = client.query('BEGIN');
      // BEGIN fails only when the connection does, and then the next statement fails too.
      begun.catch(() => undefined);
      return new Transaction(runner, client, begun);
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  get manager(): EntityManager {
    return this.runner.manager;
  }

  /**
   * Runs the last statements of the transaction and returns the rows of the last one. They are sent together; when one
   * fails, the following ones fail too, and PostgreSQL rolls back at the COMMIT.
   */
  async commitWith<Row extends QueryResultRow>(...last: readonly Query[]): Promise<Row[]> {
    writeTogether(this.client);
    try {
      return await commit<Row>(this.client, this.manager, this.begun, last);
    } finally {
      this.isOpen = false;
    }
  }

  /** Never fails: if a connection cannot roll back, it is lost and its transaction with it. */
  async rollBack(): Promise<void> {
    if (this.isOpen) await this.client.query('ROLLBACK').catch(() => undefined);
    this.isOpen = false;
  }

  async release(): Promise<void> {
    await this.runner.release();
  }
}

/**
 * Runs statements as one transaction in one round trip, and returns the rows of the last one. When one fails, the
 * following ones fail too, and PostgreSQL rolls back at the COMMIT.
 */
export async function runTogether<Row extends QueryResultRow>(
  dataSource: DataSource,
  ...queries: readonly Query[]
): Promise<Row[]> {
  const client = await PoolDriver.of(dataSource).pool.connect();
  try {
    writeTogether(client);
    return await commit<Row>(client, dataSource, client.query('BEGIN'), queries);
  } finally {
    client.release();
  }
}

async function commit<Row extends QueryResultRow>(
  client: PoolClient,
  target: DataSource | EntityManager,
  begun: Promise<unknown>,
  last: readonly Query[],
): Promise<Row[]> {
  const queries = last.map(({ statement, values }) =>
    client.query<Row>(queryOf(target, statement, values)),
  );
  const outcomes = await Promise.allSettled([begun, ...queries, client.query('COMMIT')]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return (await queries.at(-1))?.rows ?? [];
}
