import { eventually } from '@studiolo/testing/eventually';
import { type RedisPair, startRedisPair } from '@studiolo/testing/redis-pair';
import { describeNative, freePort, RedisProcess } from '@studiolo/testing/redis-process';

import { EchoController, heard } from './support/echo.controller.js';
import {
  connectedClient,
  readyReplica,
  type RunningService,
  TestClient,
} from './support/service.js';

describeNative('after a failover of Redis', () => {
  let pair: RedisPair;
  let replica: RunningService;
  let client: TestClient;

  beforeAll(async () => {
    pair = await startRedisPair();
  });

  beforeEach(async () => {
    replica = await readyReplica(EchoController, { redisUrl: pair.url });
    client = await connectedClient({
      redisUrl: pair.url,
      eventRoutes: { 'orders.happened': ['orders'] },
      timeoutMs: 2_000,
      unavailableAfterMs: 2_000,
    });
    expect(await call('before')).toBe('before');
    await pair.failOver();
  });

  afterEach(async () => {
    client.close();
    await replica.close();
  });

  afterAll(() => pair.stop());

  const call = (data: unknown) => client.ask('orders.echo', data);

  it('requests are answered again', async () => {
    await eventually(async () => expect(await call('after')).toBe('after'));
  });

  it('events reach their consumer again', async () => {
    await eventually(() => client.tell('orders.happened', 1));
    await eventually(() => expect(heard).toContain(1));
  });

  it('every connection of an idle client is to the new primary', async () => {
    const { commands } = client;
    await eventually(async () =>
      expect(await commands.info('replication')).toContain('role:master'),
    );
    await eventually(async () => {
      const list = String(await commands.client('LIST', 'TYPE', 'PUBSUB'));
      expect(list).toContain(' sub=1 ');
    });
  });
});

describeNative('Sentinels', () => {
  it('that start after a client tell it the primary', async () => {
    await using redis = await RedisProcess.start('redis-server');
    const port = await freePort();
    const redisUrl = `redis+sentinel://127.0.0.1:${port}/main`;
    using client = new TestClient({ redisUrl, unavailableAfterMs: 500 });
    await client.connect();
    expect(client.isReady()).toBe(false);
    const lines = [`sentinel monitor main 127.0.0.1 ${redis.port} 1`];
    await using _sentinel = await RedisProcess.start('redis-server', { port, sentinel: lines });
    await eventually(() => expect(client.isReady()).toBe(true));
  });
});
