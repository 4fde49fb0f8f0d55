import pg from 'pg';

/** Runs statements on a connection of their own. */
export async function onDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // When the server ends, the call under way rejects; an idle connection has nobody to tell.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
