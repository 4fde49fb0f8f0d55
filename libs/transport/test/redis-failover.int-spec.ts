import { duringEachTest, duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { startRedisPair } from '@studiolo/testing/redis-pair';
import { describeNative, freePort, startRedis } from '@studiolo/testing/redis-process';

import { EchoController, heard } from './support/echo.controller.js';
import { connectedClient, readyReplica, TestClient } from './support/service.js';

describeNative('after a failover of Redis', () => {
  const pair = duringTests(startRedisPair);
  duringEachTest(() => readyReplica(EchoController, { redisUrl: pair().url }));
  const client = duringEachTest(() =>
    connectedClient({
      redisUrl: pair().url,
      eventRoutes: { 'orders.happened': ['orders'] },
      timeoutMs: 2_000,
      unavailableAfterMs: 2_000,
    }),
  );

  beforeEach(async () => {
    expect(await call('before')).toBe('before');
    await pair().failOver();
  });

  const call = (data: unknown) => client().ask('orders.echo', data);

  it('requests are answered again', async () => {
    await eventually(async () => expect(await call('after')).toBe('after'));
  });

  it('events reach their consumer again', async () => {
    await eventually(() => client().tell('orders.happened', 1));
    await eventually(() => expect(heard).toContain(1));
  });

  it('every connection of an idle client is to the new primary', async () => {
    const { commands } = client();
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
    await using redis = await startRedis();
    const port = await freePort();
    const redisUrl = `redis+sentinel://127.0.0.1:${port}/main`;
    using client = new TestClient({ redisUrl, unavailableAfterMs: 500 });
    await client.connect();
    expect(client.isReady()).toBe(false);
    const lines = [`sentinel monitor main 127.0.0.1 ${redis.port} 1`];
    await using _sentinel = await startRedis({ port, sentinel: lines });
    await eventually(() => expect(client.isReady()).toBe(true));
  });
});
