import type { Redis, RedisOptions } from 'ioredis';
import * as transport from 'nestjs-redis-streams';

import type { MessagingSettings, RedisSettings } from '../env/settings.js';

/** Prefix of every key and channel of the transport; access rules, alerts and charts use it. */
export const KEY_PREFIX = 'studiolo';

const COMMAND_TIMEOUT_MS = 1500;

/** Checks that the server answers and accepts writes, with a key that Studiolo may write. */
export function checkWritable(redis: Redis): Promise<void> {
  return transport.checkWritable(redis, KEY_PREFIX);
}

/**
 * A connection for commands: each gets an answer or an error within 1.5 s, so callers see an outage at once. It
 * reconnects for ever, to whichever server is primary, and logs once per outage. Not for blocking commands.
 */
export function createRedis(settings: RedisSettings): Redis {
  return connect(settings, 'commands', {
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    enableAutoPipelining: true,
  });
}

/** Like `createRedis`, for BullMQ's workers, which block: their commands wait until Redis can be used again. */
export function createBlockingRedis(settings: RedisSettings): Redis {
  return connect(settings, 'blocking commands', { maxRetriesPerRequest: null });
}

function connect({ REDIS_URL, REDIS_CA }: RedisSettings, label: string, own: RedisOptions): Redis {
  const options = { ...own, enableOfflineQueue: true, autoResendUnfulfilledCommands: true };
  const connection = new transport.RedisConnection(
    { redisUrl: REDIS_URL, redisCa: REDIS_CA, label, options },
    // A client that only reads would not notice that its server was demoted, which refuses this.
    { probe: checkWritable },
  );
  connection.start();
  // Nothing awaits this: a rejection ends the process, with its sentence in the log.
  connection.redis.once('ready', () => void transport.refuseCluster(connection.redis));
  return connection.redis;
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

/**
 * Identifies the server and its data: the id that Redis creates at each start, and the one that its data get when a
 * replica is promoted. A primary that was demoted and promoted again may have lost writes in between. An embedded
 * server has neither id, and keeps no data over a restart.
 */
export async function serverIdOf(redis: Redis): Promise<string> {
  const info = await Promise.all([redis.info('server'), redis.info('replication')]);
  const ids = info.join('\n').match(/^(run_id|master_replid):\w+/gm) ?? ['unknown'];
  return ids.join(' ');
}
