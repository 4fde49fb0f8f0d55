import type { Redis } from 'ioredis';

/** Rejects when the server is a node of a Redis Cluster: an event for several services is one transaction over their keys. */
export async function refuseCluster(redis: Redis): Promise<void> {
  // Embedded servers and users without the right to ask have no such section.
  const info = await redis.info('cluster').catch(() => '');
  if (!info.includes('cluster_enabled:1')) return;
  throw new Error(
    'The address belongs to a Redis Cluster: give one server, an address that follows its primary, or Sentinels',
  );
}

/** The policy by which a full Redis evicts keys; undefined if it evicts none or does not say. */
export async function evictionPolicy(redis: Redis): Promise<string | undefined> {
  const info = await redis.info('memory').catch(() => '');
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  return policy === 'noeviction' || /^maxmemory:0\b/m.test(info) ? undefined : policy;
}

/**
 * Asks whether the server answers and takes writes: the command changes nothing, yet a demoted server refuses it, and
 * a full one does not.
 * @param prefix first part of the one key that is named to Redis
 */
export async function checkWritable(redis: Redis, prefix: string): Promise<void> {
  await redis.del(`${prefix}:checked`);
}
