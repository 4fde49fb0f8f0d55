import type { ClientBase, QueryResultRow } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

import { type Query, queryOf } from './statement.js';

/**
 * A transaction whose BEGIN travels with its first statement and whose COMMIT with its last. TypeORM's own
 * waits for the answer to each, which for a small change is most of its time. It knows nothing of this one: what it
 * does in several steps (`save`) it would put into one of its own.
 */
export class Transaction {
  private isOpen = true;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: ClientBase,
    private readonly begun: Promise<unknown>,
  ) {}

  static async begin(dataSource: DataSource): Promise<Transaction> {
    const runner = dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as ClientBase;
      const begun = client.query('BEGIN');
      // It fails only with its connection, and so does whatever comes next.
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
   * Runs the last statements of the transaction and gives the rows of the very last. They travel together; when one
   * fails, those behind it do, too, and PostgreSQL rolls back at the COMMIT.
   */
  async commitWith<Row extends QueryResultRow>(...last: readonly Query[]): Promise<Row[]> {
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

  /** Never fails: a connection that cannot roll back is gone, and its transaction with it. */
  async rollBack(): Promise<void> {
    if (this.isOpen) await this.client.query('ROLLBACK').catch(() => undefined);
    this.isOpen = false;
  }

  async release(): Promise<void> {
    await this.runner.release();
  }
}
