import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1500;
const PROBE_INTERVAL_MS = 1000;
const RECONNECT_MAX_MS = 500;

/**
 * A connection for commands: an answer within 1.5 s or an error, so that callers see an outage at
 * once. It reconnects for ever by itself and says so once per outage. Not for blocking commands.
 */
export function createRedis(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS),
  });
  logOutages(redis);
  replaceWhenSilent(redis);
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
 * Gives up a connection whose other end has vanished without a word. (The `socketTimeout` of ioredis
 * outlives its connection and then ends the next one too.)
 */
function replaceWhenSilent(redis: Redis): void {
  const probe = async () => {
    if (redis.status !== 'ready') return;
    const { stream } = redis;
    const isSilent = await redis.ping().then(
      () => false,
      (error: Error) => error.message === 'Command timed out',
    );
    if (isSilent && stream === redis.stream) stream.destroy();
  };
  const timer = setInterval(() => void probe(), PROBE_INTERVAL_MS).unref();
  redis.on('end', () => clearInterval(timer));
}
