import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

import { sendQuery } from './send-query.js';

/** Queries queued on one connection before the next one is used; they run one after the other. */
const QUERIES_MAX = 16;
/** A connection whose query has run for longer, in milliseconds, gets no further queries. */
const QUICK_MS = 5;

/** A connection of the pool, held while it has queries. */
interface Connection {
  readonly client: Promise<PoolClient>;
  /** Number of unanswered queries, which run in order of arrival. */
  unanswered: number;
  /** When the first of them began to run. */
  firstSince: number;
}

/**
 * Sends quick queries that arrive together on one connection, each as its own transaction. A connection for each would
 * wake as many PostgreSQL processes.
 */
export class SharedConnections {
  private readonly open: Connection[] = [];

  constructor(private readonly pool: Pool) {}

  async query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    const connection = this.choose();
    connection.unanswered += 1;
    try {
      return await sendQuery<Row>(await connection.client, config);
    } finally {
      connection.unanswered -= 1;
      connection.firstSince = performance.now();
      if (connection.unanswered === 0) this.giveBack(connection);
    }
  }

  private choose(): Connection {
    const now = performance.now();
    const free = this.open.find(
      ({ unanswered, firstSince }) => unanswered < QUERIES_MAX && now - firstSince < QUICK_MS,
    );
    if (free) return free;
    // The other half is reserved for transactions.
    if (this.open.length < this.pool.options.max / 2) {
      const opened = { client: this.pool.connect(), unanswered: 0, firstSince: now };
      this.open.push(opened);
      return opened;
    }
    return this.open.reduce((one, other) => (other.unanswered < one.unanswered ? other : one));
  }

  private giveBack(connection: Connection): void {
    this.open.splice(this.open.indexOf(connection), 1);
    connection.client.then(
      // After a lost connection all its queries have failed, and the pool discards it.
      (client) => client.release(),
      // The connection was never opened, and every query has failed with that error.
      () => undefined,
    );
  }
}
