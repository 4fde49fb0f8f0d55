import type { Redis, RedisOptions } from 'ioredis';
import * as transport from 'nestjs-redis-streams';

import type { MessagingSettings, RedisSettings } from '../env/settings.js';
import { connectCluster } from './redis-cluster.js';

/** Prefix of every key and channel of the transport; access rules, alerts and charts use it. */
export const KEY_PREFIX = 'studiolo';

const COMMAND_TIMEOUT_MS = 1500;

export type { RedisCommands } from 'nestjs-redis-streams';

/** Checks that the server answers and accepts writes, with a key that Studiolo may write. */
export function checkWritable(redis: transport.RedisCommands): Promise<void> {
  return transport.checkWritable(redis, KEY_PREFIX);
}

/**
 * A connection for commands: each gets an answer or an error within 1.5 s, so callers see an outage at once. It
 * reconnects for ever, to whichever servers are primaries, and logs once per outage. Not for blocking commands.
 */
export function createRedis(settings: RedisSettings): transport.RedisCommands {
  const cluster = transport.clusterOptions(settings.REDIS_URL, settings.REDIS_CA);
  if (cluster) return connectCluster(cluster, COMMAND_TIMEOUT_MS);
  return connect(settings, 'commands', {
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    enableAutoPipelining: true,
  });
}

/**
 * Like `createRedis`, for BullMQ's workers, which block: their commands wait until Redis can be used again.
 * @param key in a Redis Cluster, the connection is to the primary that has it
 */
export function createBlockingRedis(settings: RedisSettings, key: string): Redis {
  return connect(settings, 'blocking commands', { maxRetriesPerRequest: null }, key);
}

function connect(
  { REDIS_URL, REDIS_CA }: RedisSettings,
  label: string,
  own: RedisOptions,
  key?: string,
): Redis {
  const options = { ...own, enableOfflineQueue: true, autoResendUnfulfilledCommands: true };
  const connection = new transport.RedisConnection(
    { redisUrl: REDIS_URL, redisCa: REDIS_CA, key, label, options },
    // A client that only reads would not notice that its server was demoted, which refuses this.
    { probe: (redis) => transport.checkWritable(redis, key ?? KEY_PREFIX) },
  );
  connection.start();
  const { redis } = connection;
  if (redis.options.Connector) return redis;
  // Nothing awaits this: a rejection ends the process, with its sentence in the log.
  redis.once('ready', () => void transport.refuseCluster(redis));
  return redis;
}

/** Connection options shared by the transport's client and server. */
export function connectionOptions(settings: MessagingSettings): transport.ConnectionOptions {
  return {
    redisUrl: settings.REDIS_URL,
    redisCa: settings.REDIS_CA,
    signingKey: settings.TRANSPORT_SIGNING_KEY,
    previousSigningKey: settings.TRANSPORT_SIGNING_KEY_PREVIOUS,
    prefix: KEY_PREFIX,
  };
}
