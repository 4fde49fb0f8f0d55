import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Queries queued on one connection before the next one is used; they run one after the other. */
const QUERIES_MAX = 16;
/** A connection whose query has run for longer, in milliseconds, gets no further queries. */
const QUICK_MS = 5;

/**
 * Sends quick queries that arrive together on one connection, each as its own transaction. A connection for each would
 * wake as many PostgreSQL processes.
 */
export class SharedConnections {
  private readonly open: SharedConnection[] = [];

  constructor(private readonly pool: Pool) {}

  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    return this.choose().query<Row>(config);
  }

  private choose(): SharedConnection {
    const now = performance.now();
    const free = this.open.find((connection) => connection.hasRoom(now));
    if (free) return free;
    // The other half is reserved for transactions.
    if (this.open.length < this.pool.options.max / 2) return this.openAnother();
    return this.open.reduce((one, other) => (other.unanswered < one.unanswered ? other : one));
  }

  private openAnother(): SharedConnection {
    const connection = new SharedConnection(this.pool, () => {
      this.open.splice(this.open.indexOf(connection), 1);
    });
    this.open.push(connection);
    return connection;
  }
}

/** A connection of the pool, held while it has queries. */
class SharedConnection {
  /** Number of unanswered queries, which run in order of arrival. */
  unanswered = 0;
  /** When the first of them began to run. */
  private firstSince = 0;
  private readonly client: Promise<PoolClient>;

  /** @param closed called when no further query may come */
  constructor(
    pool: Pool,
    private readonly closed: () => void,
  ) {
    this.client = pool.connect();
  }

  hasRoom(now: number): boolean {
    return this.unanswered < QUERIES_MAX && now - this.firstSince < QUICK_MS;
  }

  async query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    if (this.unanswered === 0) this.firstSince = performance.now();
    this.unanswered += 1;
    try {
      const client = await this.client;
      // All queries of this tick are sent with one system call; node-postgres alone makes one for each.
      const { stream } = client.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      return await client.query<Row>(config);
    } finally {
      this.unanswered -= 1;
      this.firstSince = performance.now();
      if (this.unanswered === 0) this.giveBack();
    }
  }

  private giveBack(): void {
    this.closed();
    this.client.then(
      // After a lost connection all its queries have failed, and the pool discards it.
      (client) => client.release(),
      // The connection was never opened, and every query has failed with that error.
      () => undefined,
    );
  }
}
