import { once } from 'node:events';
import { connect, Socket } from 'node:net';

import { projectMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import { WAITING_MAX } from '../src/admission/request-queue.js';
import { AT_ONCE, RequestQueues } from '../src/admission/request-queues.js';
import { type SignedIn, testGateway } from './support/test-gateway.js';

const gateway = testGateway();
let iris: SignedIn;
let sockets: Socket[];
let held: PromiseWithResolvers<void>;

beforeEach(async () => {
  sockets = [];
  held = Promise.withResolvers();
  iris = await gateway.signIn();
  gateway.services.answer(projectMessages.list, async () => {
    await held.promise;
    return { projects: [], nextCursor: null };
  });
});
afterEach(() => {
  held.resolve();
  for (const socket of sockets) socket.destroy();
});

const list = () => gateway.json('GET', '/api/projects', { token: iris.token });

/** Takes this many places of the queue until `held` is resolved. */
function occupy(places: number): Promise<unknown> {
  const queue = gateway.get(RequestQueues).projects;
  const client = new Socket().setMaxListeners(0);
  return Promise.all(Array.from({ length: places }, () => queue.run(() => held.promise, client)));
}

/** Opens connections that each send this part of a request. */
async function connections(count: number, head: string, rest = ''): Promise<void> {
  const text = `${head} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${iris.token}\r\n${rest}`;
  const port = Number(new URL(gateway.url).port);
  const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  sockets.push(...opened);
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  for (const socket of opened) socket.on('error', () => undefined).write(text);
}

test('requests whose body does not arrive occupy no slot of their part of the API', async () => {
  const rest = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{';
  await connections(AT_ONCE + 2, 'POST /api/projects', rest);
  held.resolve();
  expect((await list()).status).toBe(200);
});

test('requests beyond the queue get a 503 that the pages can read, and other parts are answered', async () => {
  const crowd = occupy(AT_ONCE + WAITING_MAX);
  const headers = { origin: 'http://app.test' };
  const refused = await gateway.json('GET', '/api/projects?limit=1', {
    headers,
    token: iris.token,
  });
  expect(refused.status).toBe(503);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '2',
    'access-control-allow-origin': 'http://app.test',
    'x-content-type-options': 'nosniff',
  });
  expect(refused.body).toEqual({
    success: false,
    error: expect.stringContaining('temporarily unavailable') as string,
    request_id: refused.headers.get('x-request-id'),
  });
  const usage = await gateway.json('GET', '/api/storage/usage', { token: iris.token });
  expect(usage.status).toBe(200);
  held.resolve();
  await crowd;
});

test('a request whose client disconnects while it waits leaves the queue', async () => {
  const crowd = occupy(AT_ONCE);
  const queue = gateway.get(RequestQueues).projects;
  const { length } = queue;
  await connections(1, 'GET /api/projects', '\r\n');
  await eventually(() => expect(queue.length).toBe(length + 1));
  for (const socket of sockets) socket.destroy();
  await eventually(() => expect(queue.length).toBe(length));
  held.resolve();
  await crowd;
});
