import { Logger } from '@nestjs/common';
import { eventRoutes } from '@studiolo/contracts';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { startRedisPair } from '@studiolo/testing/redis-pair';
import { describeNative } from '@studiolo/testing/redis-process';
import { RedisStreamsClient } from 'nestjs-redis-streams';

import { OutboxDispatcher } from '../src/database.js';
import {
  createBlockingRedis,
  createRedis,
  KEY_PREFIX,
  MessageBus,
  type RedisCommands,
} from '../src/index.js';
import { EventReplay } from '../src/outbox/event-replay.js';
import { testDatabase } from './support/test-database.js';
import { recordSomething } from './support/test-outbox.js';

Logger.overrideLogger(false);

describeNative('after a failover', () => {
  const { dataSource } = testDatabase();
  const pair = duringTests(startRedisPair);
  let redis: RedisCommands;
  afterEach(() => redis.disconnect());

  test.each([
    ['commands', createRedis],
    [
      'blocking commands',
      (settings: { REDIS_URL: string }) => createBlockingRedis(settings, 'name'),
    ],
  ])(
    'a connection for %s that only reads moves to the new primary by itself',
    async (_, create) => {
      redis = create({ REDIS_URL: pair().url });
      await redis.set('name', 'before');
      await pair().failOver();
      await eventually(async () =>
        expect(await redis.info('replication')).toContain('role:master'),
      );
    },
  );

  test('events of the last day are published again although the old primary was back before any check', async () => {
    redis = createRedis({ REDIS_URL: pair().url });
    const client = new RedisStreamsClient({
      redisUrl: pair().url,
      eventRoutes,
      prefix: KEY_PREFIX,
    });
    await client.connect();
    const dispatcher = new OutboxDispatcher(dataSource, new MessageBus(client), redis);
    const end = () => dispatcher.onModuleDestroy().finally(() => client.close());
    await using _running = { [Symbol.asyncDispose]: end };
    const replay = new EventReplay(redis, dataSource, dispatcher);
    await replay.run();
    await dataSource.transaction(recordSomething);
    await dispatcher.run();
    await pair().failOver();
    await pair().failOver();
    await eventually(() => redis.del('studiolo:{storage}:events'));
    await eventually(async () => {
      await replay.run();
      // The first try may meet a connection that is moving; a started dispatcher tries again by itself.
      await dispatcher.run();
      expect(await redis.xlen('studiolo:{storage}:events')).toBe(1);
    });
  });
});
