import { Socket } from 'node:net';

import { projectMessages } from '@studiolo/contracts';
import { answerOf } from '@studiolo/testing/api';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { WAITING_MAX } from '../src/admission/request-queue.js';
import { AT_ONCE, RequestQueues } from '../src/admission/request-queues.js';
import { AT_ONCE_BY_USER } from '../src/admission/user-queues.js';
import { Studio } from './support/start-studio.js';

const studio = Studio.duringTests();
const iris = duringEachTest(() => studio().signIn());

/** Takes places in the queue of projects; the function that it returns frees them. */
function occupy(places: number) {
  const held = Promise.withResolvers<void>();
  const client = new Socket().setMaxListeners(0);
  const { projects } = studio().get(RequestQueues);
  const crowd = Array.from({ length: places }, () => projects.run(() => held.promise, client));
  return async () => {
    held.resolve();
    await Promise.all(crowd);
  };
}

test('requests whose body does not arrive occupy no slot of their part of the API', async () => {
  const request = [
    ...['POST /api/projects HTTP/1.1', 'host: a', `authorization: Bearer ${iris().bearer}`],
    ...['content-type: application/json', 'content-length: 100', '', '{'],
  ].join('\r\n');
  const slow = Array.from({ length: AT_ONCE + 2 }, () => studio().connect(request));
  const sockets = await Promise.all(slow);
  expect((await iris().get('/api/projects')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('requests beyond the queue get a 503 that the pages can read, and other parts are answered', async () => {
  const free = occupy(AT_ONCE + WAITING_MAX);
  const headers = { origin: 'http://app.test' };
  const refused = await answerOf(await iris().fetch('/api/projects', { headers }));
  expect(refused.status).toBe(503);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '2',
    'access-control-allow-origin': 'http://app.test',
    'x-content-type-options': 'nosniff',
  });
  expect(refused.body).toEqual({
    success: false,
    error: expect.stringContaining('temporarily unavailable') as string,
    code: 'UNAVAILABLE',
    request_id: refused.headers.get('x-request-id'),
  });
  expect((await iris().get('/api/storage/usage')).status).toBe(200);
  await free();
});

test('a request whose client disconnects while it waits leaves the queue', async () => {
  const queue = studio().get(RequestQueues).projects;
  const free = occupy(AT_ONCE);
  const socket = await studio().connect(
    `GET /api/projects HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${iris().bearer}\r\n\r\n`,
  );
  await eventually(() => expect(queue.length).toBe(AT_ONCE + 1));
  socket.destroy();
  // Long before its wait would end by itself.
  await eventually(() => expect(queue.length).toBe(AT_ONCE), 5_000);
  await free();
});

test('hundreds of reads by one account keep no other account waiting', async () => {
  const held = Promise.withResolvers<void>();
  const anna = await studio().signIn();
  const { userId } = iris();
  studio().answers.answer(projectMessages.list, async (request, ask) => {
    if (request.userId === userId) await held.promise;
    return ask();
  });
  const flood = Array.from({ length: 3 * AT_ONCE }, () => iris().get('/api/projects'));
  await eventually(() =>
    expect(studio().get(RequestQueues).projects.length).toBeGreaterThan(AT_ONCE_BY_USER - 1),
  );
  expect((await anna.get('/api/projects')).status).toBe(200);
  held.resolve();
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
  expect([...statuses]).toEqual([200]);
});
