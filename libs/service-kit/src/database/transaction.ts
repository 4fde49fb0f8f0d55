import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

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
    const queries = last.map(({ statement, values }) =>
      this.client.query<Row>(queryOf(this.manager, statement, values)),
    );
    const outcomes = await Promise.allSettled([
      this.begun,
      ...queries,
      this.client.query('COMMIT'),
    ]);
    this.isOpen = false;
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return (await queries.at(-1))?.rows ?? [];
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
