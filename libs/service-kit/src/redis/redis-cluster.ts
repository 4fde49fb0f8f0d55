import { Logger } from '@nestjs/common';
import { Cluster, type Redis } from 'ioredis';
import type { clusterOptions, RedisCommands } from 'nestjs-redis-streams';

type ClusterAddress = NonNullable<ReturnType<typeof clusterOptions>>;

/** How soon the new place of slots is known although no node redirects to it, as when the last one hangs. */
const SLOTS_REFRESH_MS = 2000;
const NODE_CONNECT_TIMEOUT_MS = 1000;
const CLUSTER_RETRY_MS = 250;

/** A cluster whose commands end in time, however often and to whatever nodes they are redirected. */
class TimedCluster extends Cluster {
  commandTimeoutMs = Number.POSITIVE_INFINITY;

  override sendCommand(...[command, ...more]: Parameters<Cluster['sendCommand']>): unknown {
    command.setTimeout(this.commandTimeoutMs);
    return super.sendCommand(command, ...more);
  }
}

/** A connection for commands to each primary; they find the new one after a failover, and a slot that moved. */
export function connectCluster(
  { startupNodes, options }: ClusterAddress,
  commandTimeoutMs: number,
): Cluster {
  const cluster = new TimedCluster(startupNodes, {
    ...options,
    redisOptions: {
      ...options.redisOptions,
      connectTimeout: NODE_CONNECT_TIMEOUT_MS,
      disableClientInfo: true,
    },
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    clusterRetryStrategy: () => CLUSTER_RETRY_MS,
  });
  cluster.commandTimeoutMs = commandTimeoutMs;
  const logger = new Logger('RedisCluster');
  let isAway = false;
  cluster.on('ready', () => {
    if (isAway) logger.log('Redis can be used again');
    isAway = false;
  });
  cluster.on('error', (error: Error) => {
    if (!isAway)
      logger.warn(`No node of the Redis Cluster can be reached (${error.message}); retrying`);
    isAway = true;
  });
  return cluster;
}

/** Calls back when a server was lost, or a node joined, after which Redis may have gone back to older data. */
export function onRedisLost(redis: RedisCommands, lost: () => void): void {
  if (redis instanceof Cluster) redis.on('-node', lost).on('+node', lost);
  else redis.on('close', lost);
}

/**
 * Identifies a server and its data: the id that Redis creates at each start, and the one that its data get when a
 * replica is promoted. A primary that was demoted and promoted again may have lost writes in between. An embedded
 * server has neither id, and keeps no data over a restart.
 */
async function serverIdOf(redis: Redis): Promise<string> {
  const info = await Promise.all([redis.info('server'), redis.info('replication')]);
  const ids = info.join('\n').match(/^(run_id|master_replid):\w+/gm) ?? ['unknown'];
  return ids.join(' ');
}

/**
 * Identifies the server, or all primaries of a cluster.
 * @throws Error while a primary cannot be reached
 */
export async function serverIdsOf(redis: RedisCommands): Promise<string> {
  if (!(redis instanceof Cluster)) return await serverIdOf(redis);
  const owners = new Set((await redis.cluster('SLOTS')).map(([, , primary]) => primary?.[2]));
  const primaries = redis.nodes('master');
  if (primaries.length !== owners.size) throw new Error('The primaries of the cluster change');
  const ids = await Promise.all(primaries.map(serverIdOf));
  return ids.sort().join(', ');
}
