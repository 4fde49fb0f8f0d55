import type { Redis } from 'ioredis';

/**
 * Names the server and its data: the id Redis gives itself at each start, and the one that each promotion of a replica
 * gives its data. A primary that was demoted and promoted again may have lost something in between. An embedded server
 * has neither, and no data to come back with.
 */
export async function serverIdOf(redis: Redis): Promise<string> {
  const info = await Promise.all([redis.info('server'), redis.info('replication')]);
  const ids = info.join('\n').match(/^(run_id|master_replid):\w+/gm) ?? ['unknown'];
  return ids.join(' ');
}
