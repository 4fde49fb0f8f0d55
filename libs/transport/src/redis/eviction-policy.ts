import type { Redis } from 'ioredis';

/** The policy by which this Redis evicts keys when it is full; undefined if it evicts none or does not say. */
export async function evictionPolicy(redis: Redis): Promise<string | undefined> {
  const info = await redis.info('memory').catch(() => '');
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  return policy === 'noeviction' || /^maxmemory:0\b/m.test(info) ? undefined : policy;
}
