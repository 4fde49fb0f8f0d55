// Clients that send many requests in one write and leave before the answers: an answer that waits behind another on
// its connection has no socket, and never learns that the connection is gone.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';

import { MIB, storageMessages } from '@studiolo/contracts';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { RequestQueues } from '../src/admission/request-queues.js';
import { TRANSFERS_MAX } from '../src/rate-limits/user-transfers.js';
import { brokenStore } from './support/broken-store.js';
import { objectStore as store } from './support/object-store.js';
import { storedFile } from './support/samples.js';
import { testGateway } from './support/test-gateway.js';

const CONNECTIONS = 4;
const REQUESTS = 60;
const WAVES = 5;
const key = randomUUID();
const content = randomBytes(MIB);
const file = `${randomUUID()}/a.png`;
const ROUTES = [
  ...['GET /api/storage/usage', 'GET /api/projects', 'GET /api/auth/sessions'],
  ...['DELETE /api/delete/x/y', `GET /api/download/${file}`],
];

const gateway = testGateway();
const slowStore = brokenStore();
const iris = duringEachTest(() => gateway.signIn());
const noor = duringEachTest(() => gateway.signIn());

beforeAll(() => store.put(key, content));
beforeEach(() => opensAt(() => store.getUrl(key)));

function opensAt(url: () => Promise<string> | string): void {
  gateway.services.answer(storageMessages.openDownload, async () => ({
    url: await url(),
    etag: '"e-1"',
    objectEtag: null,
    file: storedFile('a.png', content.length, 'image/png'),
  }));
}

const head = (route: string, token?: string) =>
  `${route} HTTP/1.1\r\nhost: a\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}\r\n`;

const leave = {
  'a reset': (socket: Socket) => socket.resetAndDestroy(),
  'an end': (socket: Socket) => socket.end(() => socket.destroy()),
};

/** Sends the requests on each of a few connections, and leaves when the gateway has received the first of them. */
async function wave(requests: string, how: (socket: Socket) => unknown): Promise<void> {
  const server = gateway.app.getHttpServer();
  const connecting = Array.from({ length: CONNECTIONS }, () => gateway.connect());
  const sockets = await Promise.all(connecting);
  const received = once(server, 'request');
  for (const socket of sockets) socket.write(requests);
  await received;
  for (const socket of sockets) how(socket);
  await eventually(() => expect(sockets.every((socket) => socket.closed)).toBe(true));
}

async function isAtRest(): Promise<void> {
  const queues = Object.values(gateway.get(RequestQueues));
  await eventually(() => expect(queues.every(({ length }) => length === 0)).toBe(true));
  // The event loop may still be behind, since the clients run in it, too.
  for (const path of ['/api/storage/usage', '/api/projects'])
    await eventually(async () => expect((await noor().get(path)).status).toBe(200));
}

describe.each(Object.entries(leave))('with %s of the connection', (_name, how) => {
  test('sixty requests of a kind in one write keep nobody out, with and without a token', async () => {
    for (const route of ROUTES) {
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
    opensAt(() => slowStore.url);
    const requests = head(`GET /api/download/${file}`, iris().bearer).repeat(TRANSFERS_MAX);
    for (let count = 0; count < WAVES; count += 1) await wave(requests, how);
    await eventually(() => expect(open).toBe(0));
    opensAt(() => store.getUrl(key));
    // Requests of the last wave may still wait for the queue.
    await eventually(async () => {
      const answer = await iris().fetch(`/api/download/${file}`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    });
    await isAtRest();
  });
});
