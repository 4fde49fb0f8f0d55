import { jest } from '@jest/globals';
import { Controller, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientsModule, MessagePattern, Payload, Transport } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import {
  type CallMeasurement,
  RedisStreamsClient,
  RedisStreamsServer,
  StreamRecord,
} from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';

@Controller()
class EchoController {
  @MessagePattern('orders.echo', Transport.REDIS)
  echo(@Payload() data: unknown): unknown {
    return data;
  }
}

describe.each(redisKinds)('a client on %s', (kind) => {
  let redis: RedisProcess;
  let replica: RunningService;
  let client: RedisStreamsClient;
  const measured: CallMeasurement[] = [];

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    replica = await readyReplica(EchoController, { redisUrl: redis.url });
    const onMetric = (one: CallMeasurement) => measured.push(one);
    const eventRoutes = { 'orders.private': [] };
    client = await connectedClient({ redisUrl: redis.url, eventRoutes, onMetric });
  });

  afterAll(async () => {
    client.close();
    await replica.close();
    await redis.stop();
  });

  const echo = (data: unknown, by = client) => lastValueFrom(by.send('orders.echo', data));

  it('that was made long before its first call makes it', async () => {
    const late = new RedisStreamsClient({ redisUrl: redis.url, unavailableAfterMs: 1_000 });
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    const answer = echo(1, late);
    clock.mockRestore();
    expect(await answer).toBe(1);
    late.close();
  });

  it('that was closed connects again, at once or later, and reports the events of its connections', async () => {
    const again = await connectedClient({ redisUrl: redis.url });
    const events: string[] = [];
    again.on('end', () => events.push('end'));
    again.on('ready', () => events.push('ready'));
    for (const pause of [() => undefined, () => eventually(() => expect(events).toHaveLength(6))]) {
      again.close();
      await pause();
      expect(again.isReady()).toBe(false);
      await again.connect();
      expect(await echo(2, again)).toBe(2);
    }
    expect(events.filter((event) => event === 'ready')).toHaveLength(4);
    again.close();
  });

  it('of Nest’s ClientsModule answers, and ends with its application', async () => {
    const options = { redisUrl: redis.url };
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

  it('logs an event that it could not store if nobody has subscribed, and counts each', async () => {
    measured.length = 0;
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    client.emit('orders.unrouted', 1);
    await eventually(() =>
      expect(log.mock.calls.flat()).toContain('Event orders.unrouted is lost'),
    );
    log.mockClear();
    await expect(lastValueFrom(client.emit('orders.unrouted', 2))).rejects.toBeDefined();
    await lastValueFrom(client.emit('orders.private', 3), { defaultValue: undefined });
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
    expect(measured.map(({ kind, pattern, outcome }) => [kind, pattern, outcome])).toEqual([
      ['event', 'orders.unrouted', 'NO_ROUTE'],
      ['event', 'orders.unrouted', 'NO_ROUTE'],
      ['event', 'orders.private', 'ok'],
    ]);
  });

  it.each([0, -1, Number.NaN, Infinity, 30 * 86_400_000])(
    'refuses a request that may take %d ms',
    async (timeoutMs) => {
      await expect(echo(new StreamRecord(1, { timeoutMs }))).rejects.toThrow(
        'timeoutMs has to be milliseconds, above 0 and at most 2147483647',
      );
    },
  );

  it.each([
    [{ cmd: 'echo' }, `{"cmd":"echo"} is no pattern here: give a string such as 'orders.place'`],
    ['orders.*', '"orders.*" has a wildcard: give each pattern a decorator of its own'],
  ])('refuses the pattern %j, and so does a server', async (pattern, sentence) => {
    await expect(lastValueFrom(client.send(pattern, 1))).rejects.toThrow(sentence);
    const server = new RedisStreamsServer({ redisUrl: redis.url, service: 'orders' });
    expect(() => server.addHandler(pattern, () => Promise.resolve())).toThrow(sentence);
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
  [() => new RedisStreamsClient({ redisUrl: 'redis://a', timeoutMs: 0 }), 'timeoutMs has to be'],
  [() => new RedisStreamsServer({ redisUrl: 'redis://a', service: '' }), 'service is missing'],
])('%p throws: %s', (make, sentence) => {
  expect(make).toThrow(sentence);
  expect(make).not.toThrow('hush');
});
