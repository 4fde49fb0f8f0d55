import { get } from 'node:http';
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

/** Resolves when the server answers 200. */
export function answersOk(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without an agent no connection stays open, so none delays the end of the process.
    const request = get(url, { agent: false, timeout: 2000 }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString().slice(0, 300);
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${answer.statusCode} ${body}`));
      });
    });
    request.once('timeout', () => request.destroy(new Error(`${url} does not answer`)));
    request.once('error', reject);
  });
}

/** Resolves when PostgreSQL runs a query. */
export async function databaseAnswers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // A server that is still starting closes the connection; the rejection of `connect` reports that.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

/** Resolves when the server answers PING, which it does after loading its data. */
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
