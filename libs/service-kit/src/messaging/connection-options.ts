import type { ConnectionOptions } from 'nestjs-redis-streams';

import type { MessagingSettings } from '../env/settings.js';
import { KEY_PREFIX } from '../redis/redis.js';

/** Connection options shared by the transport's client and server. */
export function connectionOptions(settings: MessagingSettings): ConnectionOptions {
  return {
    redisUrl: settings.REDIS_URL,
    redisCa: settings.REDIS_CA,
    signingKey: settings.TRANSPORT_SIGNING_KEY,
    previousSigningKey: settings.TRANSPORT_SIGNING_KEY_PREVIOUS,
    prefix: KEY_PREFIX,
  };
}
