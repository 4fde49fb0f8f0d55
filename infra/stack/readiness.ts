import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { onDatabase } from './database.ts';

export async function portAnswers(port: number, host = '127.0.0.1'): Promise<void> {
  const socket = connect(port, host);
  const signal = AbortSignal.timeout(2000);
  await once(socket, 'connect', { signal }).finally(() => socket.destroy());
}

/** Resolves when the server answers 200. Not by `fetch`, whose parser stays in the memory of `npm start`. */
export async function answersOk(url: string): Promise<void> {
  // Without an agent, which would keep the connection and so delay the end of the server.
  const request = get(url, { agent: false, signal: AbortSignal.timeout(2000) });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(answer);
  if (answer.statusCode === 200) return;
  throw new Error(`${url} answered ${answer.statusCode} ${body.slice(0, 300)}`);
}

export async function databaseAnswers(url: string): Promise<void> {
  await onDatabase(url, (client) => client.query('select 1'));
}

/** Resolves when the server answers PING, which it does after loading its data. */
export async function redisAnswers(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
  const signal = AbortSignal.timeout(2000);
  const data: unknown[] = await once(socket, 'data', { signal }).finally(() => socket.destroy());
  const answer = String(data[0]).trim();
  if (answer !== '+PONG') throw new Error(`Redis answered ${answer}`);
}
