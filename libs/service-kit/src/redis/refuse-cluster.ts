import type { Redis } from 'ioredis';

/**
 * Rejects when the server is a node of a Redis Cluster: there a stream, its group's heartbeats and a queue's keys would
 * be on different nodes, and scripts and transactions over them are refused.
 */
export async function refuseCluster(redis: Redis): Promise<void> {
  // Embedded servers, and users without this permission, get no such section.
  const info = await redis.info('cluster').catch(() => '');
  if (!info.includes('cluster_enabled:1')) return;
  throw new Error(
    'REDIS_URL belongs to a Redis Cluster, which Studiolo cannot use: give one server, an address that follows its primary, or Sentinels',
  );
}
