import { Redis } from 'ioredis';

export { createClient, serverOptions } from './nest-redis.js';

/** Nest's transport does not sign, so this is executed. */
export async function forge(redisUrl: string, pattern: string, data: unknown): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.publish(pattern, JSON.stringify({ pattern, data, id: 'forged' }));
  redis.disconnect();
}
