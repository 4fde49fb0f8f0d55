import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { eventually } from '@studiolo/testing/eventually';
import { RedisProcess } from '@studiolo/testing/redis-process';

import { RedisStreamsClient, RedisStreamsModule } from '../src/index.js';
import { RedisStreamsHealthIndicator } from '../src/terminus.js';
import { bestRedis } from './support/stage.js';

let redis: RedisProcess;
let app: INestApplicationContext;

beforeAll(async () => {
  redis = await RedisProcess.start(bestRedis);
  @Module({
    imports: [
      TerminusModule.forRoot({ logger: false }),
      RedisStreamsModule.register({ redisUrl: redis.url }),
    ],
    providers: [RedisStreamsHealthIndicator],
  })
  class HealthModule {}
  app = await NestFactory.createApplicationContext(HealthModule, { logger: false });
});
afterAll(async () => {
  await app.close();
  await redis.stop();
});

const check = () =>
  app
    .get(HealthCheckService)
    .check([
      () => app.get(RedisStreamsHealthIndicator).check('orders', app.get(RedisStreamsClient)),
    ]);

test('the health check is up while Redis is there, and down when it is gone', async () => {
  await eventually(async () => expect(await check()).toMatchObject({ status: 'ok' }));
  await redis.kill();
  await eventually(() =>
    expect(check()).rejects.toMatchObject({
      response: { details: { orders: { status: 'down', message: 'Redis cannot be used' } } },
    }),
  );
});
