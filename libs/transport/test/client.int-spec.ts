import { jest } from '@jest/globals';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientsModule } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, freePort, redisKinds, startRedis } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { type CallMeasurement, RedisStreamsClient } from '../src/index.js';
import { EchoController } from './support/echo.controller.js';
import { connectedClient, serviceDuringTests, TestClient } from './support/service.js';

describe.each(redisKinds)('a client on %s', (kind) => {
  const measured: CallMeasurement[] = [];
  const rig = serviceDuringTests(kind, EchoController, {
    client: {
      eventRoutes: { 'orders.private': [] },
      onMetric: (measurement) => measured.push(measurement),
    },
  });

  it('that was made long before its first call makes it', async () => {
    using late = new TestClient({ redisUrl: rig.redis.url, unavailableAfterMs: 20_000 });
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    const answer = late.ask('orders.echo', 1);
    clock.mockRestore();
    expect(await answer).toBe(1);
  });

  it('that was closed makes no new connection for what is sent afterwards', async () => {
    const closed = await connectedClient({ redisUrl: rig.redis.url });
    closed.close();
    await expect(closed.ask('orders.echo')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
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
    expect(await lastValueFrom(injected.send('orders.echo', 1))).toBe(1);
    await app.close();
    expect(injected.isReady()).toBe(false);
  });

  it('counts every event, stored or not', async () => {
    measured.length = 0;
    await expect(rig.client.tell('orders.unrouted', 1)).rejects.toBeDefined();
    await rig.client.tell('orders.private', 2);
    expect(measured.map(({ pattern, outcome }) => [pattern, outcome])).toEqual([
      ['orders.unrouted', 'NO_ROUTE'],
      ['orders.private', 'ok'],
    ]);
  });
});

describeNative('a node of a Redis Cluster', () => {
  it('is refused with a log line that says what to give instead', async () => {
    using warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    // By default the nodes' own port is 10,000 higher, where an outgoing connection may have it.
    const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
    await using redis = await startRedis({ settings });
    using client = new TestClient({ redisUrl: redis.url });
    void client.connect();
    await eventually(() =>
      expect(warn.mock.calls.flat().join('\n')).toMatch(
        /a node of a Redis Cluster, whose address begins/,
      ),
    );
    expect(client.isReady()).toBe(false);
  });
});

test.each([
  [{ redisUrl: 'redis://:hush@host:port' }, 'is no address of a Redis'],
  [{ redisUrl: 'redis://a', signingKey: '' }, 'signingKey is empty'],
])('a client with %j throws: %s', (options, sentence) => {
  const make = () => new RedisStreamsClient(options);
  expect(make).toThrow(sentence);
  expect(make).not.toThrow('hush');
});
