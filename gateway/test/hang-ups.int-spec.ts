// Clients that leave before their answers.
import { once } from 'node:events';
import type { Socket } from 'node:net';

import { MIB, storageMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { register } from 'prom-client';

import { RequestQueues } from '../src/admission/request-queues.js';
import { TRANSFERS_MAX } from '../src/rate-limits/user-transfers.js';
import { brokenStore, downloadsComeFrom } from './support/broken-store.js';
import { Studio } from './support/start-studio.js';
import { png } from './support/test-uploads.js';

const CONNECTIONS = 4;
const REQUESTS = 60;
const WAVES = 5;
const content = png(MIB);

const studio = Studio.duringTests();
const slowStore = brokenStore();
const iris = duringEachTest(() => studio().signIn());
const noor = duringEachTest(() => studio().signIn());

/** A file of Iris. */
const file = duringEachTest(async () => {
  const projectId = await iris().newProject();
  const photo = new File([new Uint8Array(content)], 'a.png');
  expect((await iris().upload(projectId, [photo])).status).toBe(201);
  return `${projectId}/a.png`;
});

const head = (route: string, token?: string) =>
  `${route} HTTP/1.1\r\nhost: a\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}\r\n`;

const leave = {
  'a reset': (socket: Socket) => socket.resetAndDestroy(),
  'an end': (socket: Socket) => socket.end(() => socket.destroy()),
};

/** Sends the requests on each of a few connections, and leaves when the gateway has received the first of them. */
async function wave(requests: string, how: (socket: Socket) => unknown): Promise<void> {
  const { server } = studio();
  const connecting = Array.from({ length: CONNECTIONS }, () => studio().connect());
  const sockets = await Promise.all(connecting);
  const received = once(server, 'request');
  for (const socket of sockets) socket.write(requests);
  await received;
  for (const socket of sockets) how(socket);
  await eventually(() => expect(sockets.every((socket) => socket.closed)).toBe(true));
}

async function isAtRest(): Promise<void> {
  const queues = Object.values(studio().get(RequestQueues));
  await eventually(() => expect(queues.every(({ length }) => length === 0)).toBe(true));
  // The event loop may still be behind, since the clients run in it, too.
  for (const path of ['/api/storage/usage', '/api/projects'])
    await eventually(async () => expect((await noor().get(path)).status).toBe(200));
}

// Of many requests in one write, an answer that waits behind another on its connection has no socket, and never learns
// that the connection is gone.
describe.each(Object.entries(leave))('with %s of the connection', (_name, how) => {
  test('sixty requests of a kind in one write keep nobody out, with and without a token', async () => {
    const routes = [
      ...['GET /api/storage/usage', 'GET /api/projects', 'GET /api/auth/sessions'],
      ...['DELETE /api/delete/x/y', `GET /api/download/${file()}`],
    ];
    for (const route of routes) {
      for (const token of [undefined, iris().bearer])
        await wave(head(route, token).repeat(REQUESTS), how);
    }
    await isAtRest();
  });

  test('requests behind an open stream of changes keep nobody out', async () => {
    const requests =
      head('GET /api/events', iris().bearer) + head('GET /api/storage/usage').repeat(REQUESTS);
    for (let count = 0; count < WAVES; count += 1) await wave(requests, how);
    await isAtRest();
  });

  test('downloads end with their connection, and the account can download again', async () => {
    let open = 0;
    slowStore.behave = (_request, response) => {
      open += 1;
      response.once('close', () => (open -= 1));
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 1));
    };
    downloadsComeFrom(studio().answers, slowStore.url);
    const requests = head(`GET /api/download/${file()}`, iris().bearer).repeat(TRANSFERS_MAX);
    for (let count = 0; count < WAVES; count += 1) await wave(requests, how);
    await eventually(() => expect(open).toBe(0));
    studio().answers.reset();
    // Requests of the last wave may still wait for the queue.
    await eventually(async () => {
      const answer = await iris().fetch(`/api/download/${file()}`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    });
    await isAtRest();
  });
});

const route = '/api/storage/usage';

/** The sum of a counter's values with these labels. */
async function counted(name: string, labels: Record<string, string>): Promise<number> {
  const { values = [] } = (await register.getSingleMetric(name)?.get()) ?? {};
  return values
    .filter((value) =>
      Object.entries(labels).every(([label, text]) => value.labels[label] === text),
    )
    .reduce((sum, { value }) => sum + value, 0);
}

const failures = () => counted('studiolo_http_errors_total', { code: 'UNAVAILABLE', route });
const hangUps = () => counted('studiolo_http_requests_aborted_total', { route });

test('a client that hangs up before its answer is counted as such, and its failed request as no failure', async () => {
  const [asked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  studio().answers.answer(storageMessages.getUsage, async () => {
    asked.resolve();
    await gone.promise;
    throw new AppError('UNAVAILABLE');
  });
  const [failed, hungUp] = [await failures(), await hangUps()];
  const headers = `host: a\r\nauthorization: Bearer ${iris().bearer}`;
  const socket = await studio().connect(`GET ${route} HTTP/1.1\r\n${headers}\r\n\r\n`);
  await asked.promise;
  socket.destroy();
  await eventually(async () => expect(await hangUps()).toBe(hungUp + 1));
  gone.resolve();
  studio().answers.reset();
  expect((await iris().get(route)).status).toBe(200);
  expect([await failures(), await hangUps()]).toEqual([failed, hungUp + 1]);
});

test('a failure whose client waits for its answer is counted by its route', async () => {
  studio().answers.answer(storageMessages.getUsage, () => {
    throw new AppError('UNAVAILABLE');
  });
  const [failed, hungUp] = [await failures(), await hangUps()];
  expect((await iris().get(route)).status).toBe(503);
  await eventually(async () =>
    expect([await failures(), await hangUps()]).toEqual([failed + 1, hungUp]),
  );
});
