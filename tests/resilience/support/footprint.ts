import { readdirSync } from 'node:fs';

import { onDatabase } from '@studiolo/infra/stack/database';
import type { Redis } from 'ioredis';

import { onRedis } from '../../support/redis.ts';
import type { RunningStack } from '../../support/running-stack.ts';
import { memoryMiB } from './process-figures.ts';

/** What a stack still holds when nothing is under way. */
export type Footprint = Awaited<ReturnType<typeof footprint>>;

/** Streams of requests and, for services that listen to some, of events: each read by one group. */
const QUEUE = /^studiolo:(\w+):(requests|events)$/;

const DATABASE_CONNECTIONS = `SELECT count(*)::int AS count
  FROM pg_stat_activity WHERE usename LIKE 'studiolo\\_%'`;

async function redisFigures(redis: Redis) {
  // Streams of requests and events, their entries, those taken and not acknowledged, and the replicas registered with them.
  const figures = { queues: 0, streamEntries: 0, pendingEntries: 0, consumers: 0 };
  for (const stream of await redis.keys('studiolo:*')) {
    const service = QUEUE.exec(stream)?.[1];
    if (service === undefined) continue;
    const entries = await redis.xlen(stream);
    const [pending] = (await redis.xpending(stream, service)) as [number];
    const consumers = (await redis.xinfo('CONSUMERS', stream, service)) as unknown[];
    figures.queues += 1;
    figures.streamEntries += entries;
    figures.pendingEntries += pending;
    figures.consumers += consumers.length;
  }
  const clients = /connected_clients:(\d+)/.exec(await redis.info('clients'))?.[1];
  // The one that asks does not count.
  return { ...figures, redisConnections: Number(clients) - 1 };
}

const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Counts it now; memory (resident, in MiB) and open files and sockets are those of the named processes. */
export async function footprint(running: RunningStack, names: string[]) {
  const pids = names.map((name) => running.pidOf(name));
  const { rows } = await onDatabase(running.plan.adminDatabaseUrl, (client) =>
    client.query<{ count: number }>(DATABASE_CONNECTIONS),
  );
  return {
    ...(await onRedis(running.plan, redisFigures)),
    databaseConnections: rows[0]?.count ?? 0,
    descriptors: total(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    memoryMiB: total(await Promise.all(pids.map((pid) => memoryMiB(pid, 'VmRSS')))),
  };
}
