import { Logger } from '@nestjs/common';
import { eventRoutes } from '@studiolo/contracts';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { startRedisCluster } from '@studiolo/testing/redis-cluster';
import { describeNative } from '@studiolo/testing/redis-process';
import { RedisStreamsClient } from 'nestjs-redis-streams';

import { OutboxDispatcher } from '../src/database.js';
import { createRedis, KEY_PREFIX, MessageBus, onRedisLost } from '../src/index.js';
import { EventReplay } from '../src/outbox/event-replay.js';
import { testDatabase } from './support/test-database.js';
import { recordSomething } from './support/test-outbox.js';

Logger.overrideLogger(false);

const EVENTS = 'studiolo:{storage}:events';

describeNative('on a Redis Cluster', () => {
  const { dataSource } = testDatabase();
  const cluster = duringTests(() => startRedisCluster(), { withinMs: 60_000 });
  const opened = duringTests(() => {
    const redis = createRedis({ REDIS_URL: cluster().url });
    return { redis, [Symbol.dispose]: () => redis.disconnect() };
  });
  const redis = () => opened().redis;
  const keys = Array.from({ length: 50 }, (_, at) => `session:${at}`);

  test('keys are spread over the nodes, and each is read where it was written', async () => {
    await Promise.all(keys.map((key) => redis().set(key, key)));
    expect(await Promise.all(keys.map((key) => redis().get(key)))).toEqual(keys);
    const owners = await Promise.all(keys.map((key) => cluster().primaryOf(key)));
    expect(new Set(owners).size).toBe(3);
  });

  test('keys are found while their slot moves', async () => {
    const reading = Array.from({ length: 200 }, async () => {
      expect(await redis().get('session:1')).toBe('session:1');
    });
    await Promise.all([cluster().moveSlotOf('session:1'), ...reading]);
    expect(await redis().get('session:1')).toBe('session:1');
  });

  test('each command is answered or fails within two seconds while a primary is away, and then is answered', async () => {
    let losses = 0;
    onRedisLost(redis(), () => (losses += 1));
    const dead = await cluster().primaryOf('session:2');
    const killed = cluster().killPrimaryOf('session:2');
    const began = performance.now();
    await redis()
      .get('session:2')
      .catch(() => undefined);
    expect(performance.now() - began).toBeLessThan(2_000);
    await killed;
    await eventually(async () => expect(await redis().get('session:2')).toBe('session:2'));
    expect(losses).toBeGreaterThan(0);
    await dead.launch();
  });

  test('events of the last day are published again after any primary was replaced', async () => {
    const client = new RedisStreamsClient({
      ...{ redisUrl: cluster().url, eventRoutes, prefix: KEY_PREFIX },
      unavailableAfterMs: 5_000,
    });
    const dispatcher = new OutboxDispatcher(dataSource, new MessageBus(client), redis());
    const end = () => dispatcher.onModuleDestroy().finally(() => client.close());
    await using _running = { [Symbol.asyncDispose]: end };
    const replay = new EventReplay(redis(), dataSource, dispatcher);
    await eventually(() => replay.run());
    await dataSource.transaction(recordSomething);
    await dispatcher.run();
    expect(await redis().xlen(EVENTS)).toBe(1);
    await replay.run();
    await redis().del(EVENTS);
    await cluster().killPrimaryOf(EVENTS);
    await eventually(async () => {
      await replay.run();
      expect(await redis().xlen(EVENTS)).toBe(1);
    });
  });
});
