import { healthMessage } from '@studiolo/contracts';
import { answerOf } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { testGateway } from './support/test-gateway.js';

const gateway = testGateway();

const ask = async (path: string, at = gateway.url) => answerOf(await fetch(at + path));

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
  gateway.services.answer(healthMessage('storage'), () => ({
    healthy: false,
    checks: { database: 'up' as const, 'object-store': 'down' as const },
  }));
  await eventually(async () =>
    expect(await ask('/health/status')).toMatchObject({
      status: 503,
      body: { healthy: false, checks: { storage: 'up', 'storage.object-store': 'down' } },
    }),
  );
  expect((await ask('/health/ready')).status).toBe(200);
});

test('a gateway becomes ready when it reaches Redis, and stays ready when Redis goes away', async () => {
  await using redis = await TcpProxy.to(() => process.env.REDIS_URL ?? '');
  redis.refuse();
  await using replica = await gateway.replica({ REDIS_URL: `redis://${redis.address}` });
  expect((await ask('/health/ready', replica.url)).status).toBe(503);
  redis.heal();
  await eventually(async () => expect((await ask('/health/ready', replica.url)).status).toBe(200));
  redis.refuse();
  await eventually(async () => expect((await ask('/health/status', replica.url)).status).toBe(503));
  expect((await ask('/health/ready', replica.url)).status).toBe(200);
});
