import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { jest } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';

import { watchBodyPace } from './body-pace.js';

const SECONDS = 1_000;

let server: FastifyInstance;
let client: Socket;
let received: Socket;
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  server = fastify();
  watchBodyPace(server);
  server.addContentTypeParser('text/plain', (_request, body, done) => {
    body.resume().once('end', () => done(null));
  });
  server.post('/', () => ({}));
  await server.listen({ port: 0, host: '127.0.0.1' });
  client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  [received] = (await once(server.server, 'connection')) as [Socket];
  const request = once(server.server, 'request');
  client.write(
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 900000\r\n\r\n',
  );
  await request;
});
afterEach(async () => {
  jest.useRealTimers();
  client.destroy();
  await server.close();
});

/** Sends bytes and waits until the server has them. */
async function send(bytes: number): Promise<void> {
  const before = received.bytesRead;
  client.write('x'.repeat(bytes));
  while (!received.destroyed && received.bytesRead < before + bytes)
    await new Promise((resolve) => setImmediate(resolve));
}

test('a body that stops arriving ends its connection after half a minute', () => {
  jest.advanceTimersByTime(30 * SECONDS);
  expect(received.destroyed).toBe(false);
  jest.advanceTimersByTime(10 * SECONDS);
  expect(received.destroyed).toBe(true);
});

test.each([
  ['a slow but steady body may take longer than five minutes', 22_000, 40, false],
  ['a body that arrives at less than 2 KiB a second ends its connection', 10_000, 10, true],
])('%s', async (_what, bytes, times, isEnded) => {
  for (let count = 0; count < times; count += 1) {
    await send(bytes);
    jest.advanceTimersByTime(10 * SECONDS);
  }
  expect(received.destroyed).toBe(isEnded);
});
