import { readdirSync } from 'node:fs';

import { onDatabase } from '@studiolo/infra/stack/database';
import type { Redis } from 'ioredis';

import { onRedis } from '../../support/redis.ts';
import type { RunningStack } from '../../support/running-stack.ts';
import { memoryMiB } from './process-figures.ts';

/** What a stack still holds when nothing is under way. */
export interface Footprint {
  /** Streams of requests and events. */
  queues: number;
  /** Entries in all request and event streams, and those taken and not acknowledged. */
  streamEntries: number;
  pendingEntries: number;
  /** Replicas registered with any of the streams. */
  consumers: number;
  redisConnections: number;
  databaseConnections: number;
  /** Open files and sockets of the named processes. */
  descriptors: number;
  /** Resident memory of the named processes, MiB. */
  memoryMiB: number;
}

/** Streams of requests and, for services that listen to some, of events: each read by one group. */
const QUEUE = /^studiolo:(\w+):(requests|events)$/;

const DATABASE_CONNECTIONS = `SELECT count(*)::int AS count
  FROM pg_stat_activity WHERE usename LIKE 'studiolo\\_%'`;

async function queueFigures(redis: Redis) {
  const streams = (await redis.keys('studiolo:*')).filter((key) => QUEUE.test(key));
  const figures = await Promise.all(
    streams.map(async (stream) => {
      const [, service = ''] = QUEUE.exec(stream) ?? [];
      const consumers = (await redis.xinfo('CONSUMERS', stream, service)) as unknown[];
      const [pending] = (await redis.xpending(stream, service)) as [number];
      return { entries: await redis.xlen(stream), pending, consumers: consumers.length };
    }),
  );
  const sum = (key: 'entries' | 'pending' | 'consumers') =>
    figures.reduce((total, figure) => total + figure[key], 0);
  return {
    queues: streams.length,
    streamEntries: sum('entries'),
    pendingEntries: sum('pending'),
    consumers: sum('consumers'),
  };
}

async function redisFigures(redis: Redis) {
  const info = await redis.info('clients');
  const connections = Number(/connected_clients:(\d+)/.exec(info)?.[1]);
  // The one that asks does not count.
  return { ...(await queueFigures(redis)), redisConnections: connections - 1 };
}

const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Counts it now; memory and open files are those of the named processes. */
export async function footprint(running: RunningStack, names: string[]): Promise<Footprint> {
  const pids = names.map((name) => running.pidOf(name));
  const databaseConnections = await onDatabase(running.plan.adminDatabaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(DATABASE_CONNECTIONS);
    return rows[0]?.count ?? 0;
  });
  return {
    ...(await onRedis(running.plan, redisFigures)),
    databaseConnections,
    descriptors: total(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    memoryMiB: total(await Promise.all(pids.map((pid) => memoryMiB(pid, 'VmRSS')))),
  };
}
