import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { jest } from '@jest/globals';

import { limitAnswerTime } from './limit-answer-time.js';

const MIB = 1024 * 1024;

let server: Server;
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  server = createServer((_request, response) => {
    limitAnswerTime(response, MIB);
    response.write('the first bytes');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  jest.useRealTimers();
  server.close();
});

test('an answer of 1 MiB that is not read is cut off after 158 s', async () => {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const [socket] = (await once(server, 'connection')) as [{ destroyed: boolean }];
  await once(client, 'data');
  jest.advanceTimersByTime(157_000);
  expect(socket.destroyed).toBe(false);
  jest.advanceTimersByTime(1_000);
  expect(socket.destroyed).toBe(true);
  client.destroy();
});
