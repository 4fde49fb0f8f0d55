import type { Cluster, Redis } from 'ioredis';

/** A connection for commands: to one server, or to each primary of a cluster. */
export type RedisCommands = Redis | Cluster;

/** Rejects when the server is a node of a Redis Cluster, the others of which a plain address would never reach. */
export async function refuseCluster(redis: Redis): Promise<void> {
  // Embedded servers and users without the right to ask have no such section.
  const info = await redis.info('cluster').catch(() => '');
  if (!info.includes('cluster_enabled:1')) return;
  throw new Error(
    'The server is a node of a Redis Cluster, whose address begins with redis+cluster:// or rediss+cluster://',
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
 * @param base of the one key that is named to Redis
 */
export async function checkWritable(redis: RedisCommands, base: string): Promise<void> {
  await redis.del(`${base}:checked`);
}
