import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1500;
const RECONNECT_MAX_MS = 500;

/**
 * A connection for commands: an answer within 1.5 s or an error, so that callers see an outage at
 * once. It reconnects for ever by itself.
 */
export function createRedis(url: string): Redis {
  return new Redis(url, {
    lazyConnect: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS),
  });
}
