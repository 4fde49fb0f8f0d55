import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Sends all queries of this tick with one system call; node-postgres alone makes one for each. They run in this order. */
export function sendQuery<Row extends QueryResultRow>(
  client: PoolClient,
  config: QueryConfig,
): Promise<QueryResult<Row>> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query<Row>(config);
}
