import { jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { duringEachTest, duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { type RedisKind, type RedisProcess, startRedis } from '@studiolo/testing/redis-process';
import type { Redis } from 'ioredis';
import { lastValueFrom } from 'rxjs';

import {
  RedisStreamsClient,
  type RedisStreamsClientOptions,
  RedisStreamsServer,
  type RedisStreamsServerOptions,
} from '../../src/index.js';

// Everything here awaits a condition; on a busy machine it may take its time, and so may the start of a process.
jest.setTimeout(120_000);

const SERVICE = 'orders';

/** One replica of a service in this process; does not wait until it is ready. */
export async function startReplica(
  controllers: Type | Type[],
  options: Partial<RedisStreamsServerOptions> & { redisUrl: string },
) {
  const server = new RedisStreamsServer({ service: SERVICE, ...options });
  class ServiceModule {}
  const app = await NestFactory.createMicroservice(
    { module: ServiceModule, controllers: [controllers].flat() },
    { strategy: server, logger: false },
  );
  await app.listen();
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= app.close());
  return { server, close, [Symbol.asyncDispose]: close };
}

export type RunningService = Awaited<ReturnType<typeof startReplica>>;

/** One replica that is ready to take messages. */
export async function readyReplica(
  ...service: Parameters<typeof startReplica>
): Promise<RunningService> {
  const replica = await startReplica(...service);
  await eventually(() => expect(replica.server.isReady()).toBe(true));
  return replica;
}

/** A client whose answers are promises. */
export class TestClient extends RedisStreamsClient {
  get commands(): Redis {
    return this.unwrap()[0];
  }

  ask<Reply = unknown>(pattern: string, data: unknown = {}): Promise<Reply> {
    return lastValueFrom(this.send<Reply>(pattern, data));
  }

  tell(pattern: string, data: unknown = {}): Promise<unknown> {
    return lastValueFrom(this.emit(pattern, data));
  }

  /** Waits until no message of a service is stored or pending. */
  async untilNothingIsLeft(of: 'requests' | 'events', service = SERVICE): Promise<void> {
    const stream = `rpc:{${service}}:${of}`;
    await eventually(async () => {
      expect(await this.commands.xlen(stream)).toBe(0);
      expect(await this.commands.xpending(stream, service, '-', '+', 10)).toEqual([]);
    });
  }

  /** How often Redis has been given a command, and has refused it because of the user's rights. */
  async countOf(command: string): Promise<{ calls: number; rejected: number }> {
    const statistics = await this.commands.info('commandstats');
    const [line = ''] = new RegExp(`cmdstat_${command}:.*`).exec(statistics) ?? [];
    const number = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(line)?.[1] ?? 0);
    return { calls: number(':calls'), rejected: number('rejected_calls') };
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** A client that is patient by default, so that a busy machine decides no test. */
export async function connectedClient(options: RedisStreamsClientOptions): Promise<TestClient> {
  const client = new TestClient({ timeoutMs: 20_000, unavailableAfterMs: 20_000, ...options });
  await client.connect();
  await eventually(() => expect(client.isReady()).toBe(true));
  return client;
}

/** A Redis and a client, which run during the tests of a `describe`, or anew for each of them. */
export function callerDuringTests(
  kind: RedisKind,
  options: Partial<RedisStreamsClientOptions> = {},
  during: typeof duringEachTest = duringTests,
) {
  const started: RunningService[] = [];
  afterEach(() => Promise.all(started.splice(0).map((replica) => replica.close())));
  const redis = during(() => startRedis({ kind }));
  const client = during(() => connectedClient({ redisUrl: redis().url, ...options }));
  return {
    get redis(): RedisProcess {
      return redis();
    },
    get client(): TestClient {
      return client();
    },
    /** Starts a replica that is closed after the test, and waits until it is ready. */
    async replica(
      controllers: Type | Type[],
      own: Partial<RedisStreamsServerOptions> = {},
    ): Promise<RunningService> {
      const replica = await readyReplica(controllers, { redisUrl: redis().url, ...own });
      started.push(replica);
      return replica;
    },
  };
}

/** The same with one ready replica. */
export function serviceDuringTests(
  kind: RedisKind,
  controllers: Type | Type[],
  options: {
    readonly server?: Partial<RedisStreamsServerOptions>;
    readonly client?: Partial<RedisStreamsClientOptions>;
  } = {},
) {
  const rig = callerDuringTests(kind, options.client);
  const replica = duringTests(() =>
    readyReplica(controllers, { redisUrl: rig.redis.url, ...options.server }),
  );
  return Object.assign(rig, { stats: () => replica().server.stats() });
}
