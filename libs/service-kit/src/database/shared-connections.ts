import type { Duplex } from 'node:stream';

import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Queries that one connection takes before the next one is used: they run one after the other. */
const QUERIES_MAX = 16;
/** A query that runs for longer, in milliseconds, gets no further ones behind it. */
const QUICK_MS = 5;

/**
 * Lets quick queries that come together travel on one connection, each as a transaction of its own. With a
 * connection each, as many processes of PostgreSQL would have to wake.
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
    // The other half is left to transactions.
    if (this.open.length < this.pool.options.max / 2) return this.openAnother();
    return this.open.reduce((one, other) => (other.length < one.length ? other : one));
  }

  private openAnother(): SharedConnection {
    const connection = new SharedConnection(this.pool, () => {
      this.open.splice(this.open.indexOf(connection), 1);
    });
    this.open.push(connection);
    return connection;
  }
}

/** A connection of the pool for as long as there are queries on it. */
class SharedConnection {
  /** Queries that are not yet answered; they are in the order in which they came. */
  private unanswered = 0;
  /** When the first of them had nobody before it any more. */
  private firstSince = 0;
  private readonly client: Promise<PoolClient>;

  /** @param closed called when no further query may come */
  constructor(
    pool: Pool,
    private readonly closed: () => void,
  ) {
    this.client = pool.connect();
  }

  get length(): number {
    return this.unanswered;
  }

  hasRoom(now: number): boolean {
    return this.unanswered < QUERIES_MAX && now - this.firstSince < QUICK_MS;
  }

  async query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    if (this.unanswered === 0) this.firstSince = performance.now();
    this.unanswered += 1;
    try {
      const client = await this.client;
      writeTogether(client);
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
      // The pool lets go of one that is lost, which has failed all of its queries.
      (client) => client.release(),
      // It was never opened, and every query has failed with that.
      () => undefined,
    );
  }
}

const corked = new WeakSet<Duplex>();

/** Lets what is written until the end of this tick leave in one system call, of which each query would need its own. */
function writeTogether({ connection: { stream } }: PoolClient): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
