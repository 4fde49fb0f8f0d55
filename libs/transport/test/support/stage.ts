import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  redisKinds,
  RedisProcess,
  type RedisProcessOptions,
} from '@studiolo/testing/redis-process';
import type { Redis } from 'ioredis';

import type {
  RedisStreamsClient,
  RedisStreamsClientOptions,
  RedisStreamsServerOptions,
} from '../../src/index.js';
import { Ledger } from './ledger.js';
import { ReplicaProcess } from './replica-process.js';
import { connectedClient } from './service.js';

export const bestRedis = redisKinds[0] ?? 'js-redis-server';
export const REQUESTS = 'rpc:orders:requests';
export const EVENTS = 'rpc:orders:events';

/** A Redis, a client, a ledger, and replicas in processes of their own. */
export class Stage {
  readonly replicas: ReplicaProcess[] = [];

  private constructor(
    readonly redis: RedisProcess,
    readonly client: RedisStreamsClient,
    readonly ledger: Ledger,
    private readonly folder: string,
  ) {}

  static async set(
    redisOptions: RedisProcessOptions = {},
    clientOptions: Partial<RedisStreamsClientOptions> = {},
  ): Promise<Stage> {
    const redis = await RedisProcess.start(bestRedis, redisOptions);
    const eventRoutes = { 'orders.performed': ['orders'] };
    const client = await connectedClient({ redisUrl: redis.url, eventRoutes, ...clientOptions });
    const folder = await mkdtemp(join(tmpdir(), 'transport-ledger-'));
    return new Stage(redis, client, new Ledger(folder), folder);
  }

  get commands(): Redis {
    return this.client.unwrap()[0];
  }

  /** Starts replicas and waits until all are ready. */
  async enter(
    count: number,
    options: Partial<RedisStreamsServerOptions> = {},
  ): Promise<ReplicaProcess[]> {
    const launch = () =>
      ReplicaProcess.launch({ redisUrl: this.redis.url, ...options }, this.folder);
    const entered = Array.from({ length: count }, launch);
    this.replicas.push(...entered);
    await Promise.all(entered.map((replica) => replica.whenReady()));
    return entered;
  }

  async consumers(stream = REQUESTS): Promise<number> {
    return ((await this.commands.xinfo('CONSUMERS', stream, 'orders')) as unknown[]).length;
  }

  async clear(): Promise<void> {
    this.client.close();
    await Promise.all(this.replicas.map((replica) => replica.end('SIGKILL')));
    await this.redis.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
