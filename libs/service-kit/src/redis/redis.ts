import { Logger } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import { isReadOnly, redisOptions, refuseCluster } from 'nestjs-redis-streams';

import type { RedisSettings } from '../env/settings.js';
import { checkWritable } from './check-writable.js';

const COMMAND_TIMEOUT_MS = 1500;
const PROBE_INTERVAL_MS = 1000;
/** Shorter than the time-out of the probe itself, whose error is less specific. */
const SILENT_AFTER_MS = COMMAND_TIMEOUT_MS - 100;
const RECONNECT_MAX_MS = 500;

/**
 * A connection for commands: each gets an answer or an error within 1.5 s, so callers see an outage at once. It
 * reconnects for ever, to whichever server is primary, and logs once per outage. Not for blocking commands.
 */
export function createRedis(settings: RedisSettings): Redis {
  return connect(settings, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    enableAutoPipelining: true,
  });
}

/** Like `createRedis`, for BullMQ's workers, which block: their commands wait until Redis is back. */
export function createBlockingRedis(settings: RedisSettings): Redis {
  return connect(settings, { maxRetriesPerRequest: null });
}

function connect({ REDIS_URL, REDIS_CA }: RedisSettings, options: RedisOptions): Redis {
  const redis = new Redis({
    ...redisOptions(REDIS_URL, REDIS_CA),
    ...options,
    connectTimeout: COMMAND_TIMEOUT_MS,
    reconnectOnError: isReadOnly,
    retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS),
  });
  logOutages(redis);
  replaceWhenUseless(redis);
  // Nothing awaits this: a rejection ends the process, with its sentence in the log.
  redis.once('ready', () => void refuseCluster(redis));
  return redis;
}

function logOutages(redis: Redis): void {
  const logger = new Logger('Redis');
  let isAway = false;
  redis.on('error', (error: Error) => {
    if (!isAway) logger.warn(`Redis is away (${error.message}); retrying`);
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.log('Redis is back');
    isAway = false;
  });
}

/**
 * Replaces a connection whose server no longer answers or was demoted: a client that only reads would not notice. (The
 * `socketTimeout` of ioredis outlives its connection and then ends the next one too.)
 */
function replaceWhenUseless(redis: Redis): void {
  const probe = async () => {
    if (redis.status !== 'ready') return;
    const { stream } = redis;
    const silence = setTimeout(() => {
      if (stream === redis.stream) stream.destroy();
    }, SILENT_AFTER_MS);
    // A demoted server refuses the write, which makes ioredis reconnect.
    await checkWritable(redis).catch(() => undefined);
    clearTimeout(silence);
  };
  const timer = setInterval(() => void probe(), PROBE_INTERVAL_MS).unref();
  redis.on('end', () => clearInterval(timer));
}
