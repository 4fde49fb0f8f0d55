import { createConnection } from 'node:net';
import pg from 'pg';

/** Resolves when something accepts connections on the port. */
export function portAnswers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** Resolves when the server answers 200 to the address. */
export async function answersOk(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${body.slice(0, 300)}`);
}

/** Resolves when PostgreSQL runs a query. */
export async function databaseAnswers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // A server that is still starting cuts the line; the rejection of connect() says so already.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

/** Resolves when the server answers PING, so not while it still loads its data. */
export function redisAnswers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    socket.setTimeout(2000, () => socket.destroy(new Error('Redis did not answer PING')));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      const text = answer.toString();
      if (text.startsWith('+PONG')) resolve();
      else reject(new Error(`Redis answered ${text.trim()}`));
    });
  });
}
