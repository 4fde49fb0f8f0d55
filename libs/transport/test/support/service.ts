import { jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { eventually } from '@studiolo/testing/eventually';
import { type RedisKind, RedisProcess } from '@studiolo/testing/redis-process';
import type { Redis } from 'ioredis';

import {
  RedisStreamsClient,
  type RedisStreamsClientOptions,
  RedisStreamsServer,
  type RedisStreamsServerOptions,
} from '../../src/index.js';

// Everything here awaits a condition; on a busy machine it may take its time, and so may the start of a process.
jest.setTimeout(120_000);

export interface RunningService {
  readonly server: RedisStreamsServer;
  close(): Promise<void>;
}

const SERVICE = 'orders';

/** One replica of a service in this process; does not wait until it is ready. */
export async function startReplica(
  controllers: Type | Type[],
  options: Partial<RedisStreamsServerOptions> & { redisUrl: string },
): Promise<RunningService> {
  const server = new RedisStreamsServer({ service: SERVICE, ...options });
  class ServiceModule {}
  const app = await NestFactory.createMicroservice(
    { module: ServiceModule, controllers: [controllers].flat() },
    { strategy: server, logger: false },
  );
  await app.listen();
  return { server, close: () => app.close() };
}

/** One replica that is ready to take messages. */
export async function readyReplica(
  controllers: Type | Type[],
  options: Partial<RedisStreamsServerOptions> & { redisUrl: string },
): Promise<RunningService> {
  const replica = await startReplica(controllers, options);
  await eventually(() => expect(replica.server.isReady()).toBe(true));
  return replica;
}

/** A client that is patient by default, so that a busy machine decides no test. */
export async function connectedClient(
  options: RedisStreamsClientOptions,
): Promise<RedisStreamsClient> {
  const patient = { timeoutMs: 20_000, unavailableAfterMs: 20_000 };
  const client = new RedisStreamsClient({ ...patient, ...options });
  await client.connect();
  await eventually(() => expect(client.isReady()).toBe(true));
  return client;
}

/** How often Redis has been given a command, and has refused it because of the user's rights. */
export async function countOf(
  command: string,
  redis: Redis,
): Promise<{ calls: number; rejected: number }> {
  const statistics = await redis.info('commandstats');
  const [line = ''] = new RegExp(`cmdstat_${command}:.*`).exec(statistics) ?? [];
  const number = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(line)?.[1] ?? 0);
  return { calls: number(':calls'), rejected: number('rejected_calls') };
}

interface Caller {
  redis: RedisProcess;
  client: RedisStreamsClient;
}

/** A Redis and a client, which run during the tests of a `describe`, or anew for each of them. */
export function callerDuringTests(
  kind: RedisKind,
  options: Partial<RedisStreamsClientOptions> = {},
  [before, after] = [beforeAll, afterAll],
): Caller {
  const caller = {} as Caller;
  before(async () => {
    caller.redis = await RedisProcess.start(kind);
    caller.client = await connectedClient({ redisUrl: caller.redis.url, ...options });
  });
  after(async () => {
    caller.client.close();
    await caller.redis.stop();
  });
  return caller;
}

/** The same with one ready replica. */
export function duringTests(
  kind: RedisKind,
  controllers: Type | Type[],
  options: {
    readonly server?: Partial<RedisStreamsServerOptions>;
    readonly client?: Partial<RedisStreamsClientOptions>;
  } = {},
): Caller & { replica: RunningService } {
  // Runs before Redis is stopped.
  afterAll(() => rig.replica.close());
  const rig = callerDuringTests(kind, options.client) as ReturnType<typeof duringTests>;
  beforeAll(async () => {
    rig.replica = await readyReplica(controllers, { redisUrl: rig.redis.url, ...options.server });
  });
  return rig;
}
