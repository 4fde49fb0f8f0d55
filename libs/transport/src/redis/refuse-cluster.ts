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
