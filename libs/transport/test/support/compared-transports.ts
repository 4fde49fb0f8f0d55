import type { INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type ClientProxy,
  ClientRedis,
  ClientTCP,
  type MicroserviceOptions,
  Transport,
} from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { freePort, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

import { RedisStreamsClient, RedisStreamsServer } from '../../src/index.js';

/** Nest's own transports, and this one on every kind of Redis. */
export const comparedTransports = [
  'Nest TCP',
  ...redisKinds.flatMap((kind) => [`Nest Redis on ${kind}`, `Redis Streams on ${kind}`]),
];

export interface Connected {
  readonly client: Pick<ClientProxy, 'send' | 'emit' | 'setOnDispatchHook'>;
  readonly app: INestMicroservice;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** Starts a service with these controllers and a client of it, over the named transport. */
export async function connectOver(
  name: string,
  controllers: Type[],
  events: readonly string[],
): Promise<Connected> {
  const kind = redisKinds.find((one) => name.endsWith(` ${one}`));
  const redis = kind && (await RedisProcess.start(kind));
  const port = redis?.port ?? (await freePort());
  const [options, client] = name.startsWith('Redis Streams')
    ? streams(`redis://${host}:${port}`, events)
    : nestOwn(redis ? 'redis' : 'tcp', port);
  class ComparedModule {}
  const app = await NestFactory.createMicroservice(
    { module: ComparedModule, controllers },
    { logger: false, ...options },
  );
  await app.listen();
  await client.connect();
  if (client instanceof RedisStreamsClient)
    await eventually(() => expect(client.isReady()).toBe(true));
  const close = async () => {
    await client.close();
    await app.close();
    await redis?.stop();
  };
  return { client, app, close };
}

type Pair = [MicroserviceOptions, ClientRedis | ClientTCP | RedisStreamsClient];

function streams(redisUrl: string, events: readonly string[]): Pair {
  const eventRoutes = Object.fromEntries(events.map((event) => [event, ['compared']]));
  return [
    { strategy: new RedisStreamsServer({ redisUrl, service: 'compared' }) },
    new RedisStreamsClient({ redisUrl, eventRoutes }),
  ];
}

function nestOwn(kind: 'redis' | 'tcp', port: number): Pair {
  const options = { host, port };
  return kind === 'redis'
    ? [{ transport: Transport.REDIS, options }, new ClientRedis(options)]
    : [{ transport: Transport.TCP, options }, new ClientTCP(options)];
}
