import { once } from 'node:events';
import { connect } from 'node:net';

import { projectMessages, storageMessages } from '@studiolo/contracts';

import { LaggingBalancer } from './support/lagging-balancer.js';
import { TestGateway } from './support/test-gateway.js';

const DATABASE = 15;
/** How late the balancer acts on what it has learnt. */
const LAG_MS = 500;
const CALLERS = 8;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await TestGateway.start(DATABASE);
  gateway.services.answer(projectMessages.listProjects, () => ({ projects: [], nextCursor: null }));
  gateway.services.answer(storageMessages.listFiles, () => ({ projects: {}, next: null }));
});
afterAll(() => gateway.stop());

test('no call fails behind a load balancer that learns late that a gateway ends', async () => {
  const leaving = await TestGateway.replica(DATABASE, { SHUTDOWN_DELAY_MS: String(2 * LAG_MS) });
  const balancer = await LaggingBalancer.start([gateway.url, leaving.url], LAG_MS);
  const { token } = await gateway.signIn();
  const headers = { authorization: `Bearer ${token}` };
  const statuses: number[] = [];
  let isOver = false;
  const call = async () => {
    while (!isOver) {
      const answer = await fetch(`${balancer.url}/api/projects`, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  };
  const callers = Array.from({ length: CALLERS }, call);
  await leaving.close();
  isOver = true;
  await Promise.all(callers);
  balancer.stop();
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a gateway that ends is not ready, and tells its clients to close their connections', async () => {
  const leaving = await TestGateway.replica(DATABASE, { SHUTDOWN_DELAY_MS: '500' });
  const closed = leaving.close();
  const ready = await fetch(`${leaving.url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('connection')).toBe('close');
  await closed;
});

test('an unused connection does not delay a shutdown', async () => {
  const leaving = await TestGateway.replica(DATABASE);
  const socket = connect(Number(new URL(leaving.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  await leaving.close();
  await ended;
});
