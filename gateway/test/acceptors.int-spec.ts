import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import { projectMessages, storageMessages } from '@studiolo/contracts';

import { AT_ONCE } from '../src/admission/admission-control.js';
import { listen } from '../src/create-gateway.js';
import { TestGateway } from './support/test-gateway.js';

/** Longer than connections may still send a request after the shutdown has begun. */
const WORK_MS = 1_500;

let gateway: TestGateway;
let stopped: Promise<void> | undefined;
let clients: Socket[];
beforeEach(async () => {
  clients = [];
  stopped = undefined;
  gateway = await TestGateway.start(14);
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await (stopped ?? gateway.stop());
});

const port = () => Number(new URL(gateway.url).port);

async function connectClients(count: number): Promise<void> {
  clients = Array.from({ length: count }, () => connect(port(), '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
}

test('a gateway accepts several connections in one turn of its event loop', async () => {
  let accepted = 0;
  gateway.app.getHttpServer().on('connection', () => (accepted += 1));
  const connected = connectClients(96);
  let turns = 0;
  for (; accepted < 96; turns += 1) await turn();
  await connected;
  expect(turns).toBeLessThan(48);
});

test('a gateway that ends answers the requests on all of its connections first', async () => {
  const { token } = await gateway.signIn();
  let calls = 0;
  gateway.services.answer(projectMessages.listProjects, async () => {
    // The last answers come after those of the socket on which the HTTP server listens itself.
    calls += 1;
    await delay(WORK_MS + 20 * calls);
    return { projects: [], nextCursor: null };
  });
  gateway.services.answer(storageMessages.listFiles, () => ({ projects: {}, next: null }));
  await connectClients(AT_ONCE);
  const request = `GET /api/projects HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const answers = clients.map(async (client) => {
    client.write(request);
    const [answer] = (await once(client, 'data')) as [Buffer];
    return answer.toString('latin1').split('\r\n', 1)[0];
  });
  stopped = gateway.stop();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
});

test('a gateway does not share the port of another', async () => {
  const another = listen(gateway.app, { port: port(), host: '127.0.0.1' });
  await expect(another).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
