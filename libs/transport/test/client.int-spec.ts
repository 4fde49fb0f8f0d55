import { jest } from '@jest/globals';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientsModule } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { type CallMeasurement, RedisStreamsClient } from '../src/index.js';
import { EchoController } from './support/echo.controller.js';
import { connectedClient, duringTests } from './support/service.js';

describe.each(redisKinds)('a client on %s', (kind) => {
  const measured: CallMeasurement[] = [];
  const rig = duringTests(kind, EchoController, {
    client: {
      eventRoutes: { 'orders.private': [] },
      onMetric: (measurement) => measured.push(measurement),
    },
  });

  const echo = (data: unknown, by = rig.client) => lastValueFrom(by.send('orders.echo', data));

  it('that was made long before its first call makes it', async () => {
    const late = new RedisStreamsClient({ redisUrl: rig.redis.url, unavailableAfterMs: 20_000 });
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    const answer = echo(1, late);
    clock.mockRestore();
    expect(await answer).toBe(1);
    late.close();
  });

  it('that was closed makes no new connection for what is sent afterwards', async () => {
    const closed = await connectedClient({ redisUrl: rig.redis.url });
    closed.close();
    await expect(echo(1, closed)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await eventually(() =>
      expect(closed.unwrap().map(({ status }) => status)).toEqual(['end', 'end']),
    );
  });

  it('of Nest’s ClientsModule answers, and ends with its application', async () => {
    const options = { redisUrl: rig.redis.url, unavailableAfterMs: 20_000 };
    @Module({
      imports: [ClientsModule.register([{ name: 'A', customClass: RedisStreamsClient, options }])],
    })
    class CallerModule {}
    const app = await NestFactory.createApplicationContext(CallerModule, { logger: false });
    const injected = app.get<RedisStreamsClient>('A');
    expect(await echo(1, injected)).toBe(1);
    await app.close();
    expect(injected.isReady()).toBe(false);
  });

  it('counts every event, stored or not', async () => {
    measured.length = 0;
    await expect(lastValueFrom(rig.client.emit('orders.unrouted', 1))).rejects.toBeDefined();
    await lastValueFrom(rig.client.emit('orders.private', 2), { defaultValue: undefined });
    expect(measured.map(({ pattern, outcome }) => [pattern, outcome])).toEqual([
      ['orders.unrouted', 'NO_ROUTE'],
      ['orders.private', 'ok'],
    ]);
  });
});

describeNative('a node of a Redis Cluster', () => {
  it('is refused with a log line that says what to give instead', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const redis = await RedisProcess.start('redis-server', {
      settings: ['--cluster-enabled', 'yes'],
    });
    const client = new RedisStreamsClient({ redisUrl: redis.url });
    void client.connect();
    await eventually(() =>
      expect(warn.mock.calls.flat().join('\n')).toMatch(/belongs to a Redis Cluster.*or Sentinels/),
    );
    expect(client.isReady()).toBe(false);
    client.close();
    warn.mockRestore();
    await redis.stop();
  });
});

test.each([
  [
    () => new RedisStreamsClient({ redisUrl: 'redis://:hush@host:port' }),
    'is no address of a Redis',
  ],
  [() => new RedisStreamsClient({ redisUrl: 'redis://a', signingKey: '' }), 'signingKey is empty'],
])('%p throws: %s', (make, sentence) => {
  expect(make).toThrow(sentence);
  expect(make).not.toThrow('hush');
});
