// How a gateway begins to listen, says how it is, and ends.
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';

import { answerOf, Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { Studio } from './support/start-studio.js';

const objects = duringTests(() => TcpProxy.to(() => environment('S3_ENDPOINT')));
const studio = Studio.duringTests(() => ({ S3_ENDPOINT: `http://${objects().address}` }));

const ask = async (path: string, at = studio().url) => answerOf(await fetch(at + path));

test('the status covers every service and its dependencies', async () => {
  await eventually(async () =>
    expect(await ask('/health/status')).toMatchObject({
      status: 200,
      body: {
        healthy: true,
        checks: { redis: 'up', auth: 'up', 'storage.database': 'up', projects: 'up' },
      },
    }),
  );
  expect(await ask('/health/ready')).toMatchObject({ status: 200, body: { ready: true } });
});

test('without the object store the gateway stays ready, and the status names the store', async () => {
  objects().refuse();
  await eventually(async () =>
    expect(await ask('/health/status')).toMatchObject({
      status: 503,
      body: { healthy: false, checks: { storage: 'up', 'storage.object-store': 'down' } },
    }),
  );
  expect((await ask('/health/ready')).status).toBe(200);
  objects().heal();
});

test('a gateway becomes ready when it reaches Redis, and stays ready when Redis goes away', async () => {
  await using redis = await TcpProxy.to(() => environment('REDIS_URL'));
  redis.refuse();
  await using replica = await studio().replica({ REDIS_URL: `redis://${redis.address}` });
  expect((await ask('/health/ready', replica.url)).status).toBe(503);
  redis.heal();
  await eventually(async () => expect((await ask('/health/ready', replica.url)).status).toBe(200));
  redis.refuse();
  await eventually(async () => expect((await ask('/health/status', replica.url)).status).toBe(503));
  expect((await ask('/health/ready', replica.url)).status).toBe(200);
});

/** An address of this machine that others may reach, if it has one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === 'IPv4')?.address;

const statusAt = async (host: string, port: string) =>
  (await fetch(`http://${host}:${port}/health/live`)).status;

test('a gateway for this machine answers on both loopback addresses and on no other', async () => {
  await using replica = await studio().replica({ HOST: 'localhost' });
  const { port } = new URL(replica.url);
  expect(await statusAt('127.0.0.1', port)).toBe(200);
  expect(await statusAt('[::1]', port)).toBe(200);
  if (outside !== undefined) await expect(statusAt(outside, port)).rejects.toThrow('fetch failed');
});

test('a gateway that ends closes its port on both loopback addresses', async () => {
  const replica = await studio().replica({ HOST: 'localhost' });
  const { port } = new URL(replica.url);
  expect(await statusAt('[::1]', port)).toBe(200);
  await replica.close();
  await expect(statusAt('[::1]', port)).rejects.toThrow('fetch failed');
  await expect(statusAt('127.0.0.1', port)).rejects.toThrow('fetch failed');
});

test('a gateway without a host answers on every address', async () => {
  await using replica = await studio().replica({ HOST: '' });
  const { port } = new URL(replica.url);
  expect(await statusAt('[::1]', port)).toBe(200);
  if (outside !== undefined) expect(await statusAt(outside, port)).toBe(200);
});

test('a gateway that ends is not ready, but answers until load balancers know, and closes its connections', async () => {
  const { url, close } = await studio().replica({ SHUTDOWN_DELAY_MS: '2000' });
  const { bearer } = await studio().signIn();
  const closed = close();
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  const answer = await new Api(bearer, url).get('/api/projects');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  await closed;
  await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
});

test('an unused connection does not delay a shutdown', async () => {
  const { url, close } = await studio().replica();
  const socket = await studio().connect('', url);
  const ended = once(socket, 'close');
  await close();
  await ended;
});
