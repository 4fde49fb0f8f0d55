import { jest } from '@jest/globals';
import { Controller, Inject, Injectable, Logger, Module, Optional } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type ClientProxy, MessagePattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { RedisStreamsClient, RedisStreamsModule } from '../src/index.js';
import { readyReplica, type RunningService } from './support/service.js';

@Controller()
class EchoController {
  @MessagePattern('orders.echo')
  echo(@Payload() data: unknown): unknown {
    return data;
  }
}

@Injectable()
class Caller {
  constructor(
    @Inject(RedisStreamsClient) readonly client: RedisStreamsClient,
    @Inject('SECOND') readonly second: ClientProxy,
    @Inject('THIRD') readonly third: ClientProxy,
  ) {}
}

describe.each(redisKinds)('RedisStreamsModule on %s', (kind) => {
  let redis: RedisProcess;
  let replica: RunningService;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    replica = await readyReplica(EchoController, { redisUrl: redis.url });
  });

  afterAll(async () => {
    await replica.close();
    await redis.stop();
  });

  it('gives clients by class and by name, and closes them with the application', async () => {
    const address = { provide: 'REDIS_URL', useFactory: () => Promise.resolve(redis.url) };
    @Module({ providers: [address], exports: ['REDIS_URL'] })
    class SettingsModule {}
    @Module({
      imports: [
        RedisStreamsModule.register({ redisUrl: redis.url }),
        RedisStreamsModule.register({ redisUrl: redis.url, name: 'THIRD' }),
        RedisStreamsModule.registerAsync({
          name: 'SECOND',
          imports: [SettingsModule],
          inject: ['REDIS_URL'],
          useFactory: (redisUrl: string) => ({ redisUrl }),
        }),
      ],
      providers: [Caller],
    })
    class CallerModule {}
    const app = await NestFactory.createApplicationContext(CallerModule, { logger: false });
    const { client, second, third } = app.get(Caller);
    await eventually(() => expect(client.isReady()).toBe(true));
    expect(await lastValueFrom(client.send('orders.echo', 1))).toBe(1);
    expect(await lastValueFrom(second.send('orders.echo', 2))).toBe(2);
    expect(await lastValueFrom(third.send('orders.echo', 3))).toBe(3);
    await app.close();
    await expect(lastValueFrom(client.send('orders.echo', 3))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await eventually(async () => {
      const clients = String(await redis.run((own) => own.client('LIST')));
      // Of the application nothing is left: the replica's two connections, and the one that asks.
      expect(clients.trim().split('\n')).toHaveLength(3);
    });
  });

  it.each([
    ['only where it is imported', {}, undefined],
    ['only where it is imported', { isGlobal: false }, undefined],
    ['everywhere', { isGlobal: true }, expect.any(RedisStreamsClient)],
  ])('gives the client %s with %j', async (_where, options, found) => {
    @Injectable()
    class Sender {
      constructor(@Optional() @Inject(RedisStreamsClient) readonly client?: RedisStreamsClient) {}
    }
    @Module({ providers: [Sender] })
    class ElsewhereModule {}
    const clients = RedisStreamsModule.register({ redisUrl: redis.url, ...options });
    @Module({ imports: [clients, ElsewhereModule] })
    class ApplicationModule {}
    const app = await NestFactory.createApplicationContext(ApplicationModule, { logger: false });
    expect(app.get(Sender).client).toEqual(found);
    await app.close();
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
