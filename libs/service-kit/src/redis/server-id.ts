import type { Redis } from 'ioredis';

/**
 * Identifies the server and its data: the id that Redis creates at each start, and the one that its data get when a
 * replica is promoted. A primary that was demoted and promoted again may have lost writes in between. An embedded
 * server has neither id, and keeps no data over a restart.
 */
export async function serverIdOf(redis: Redis): Promise<string> {
  const info = await Promise.all([redis.info('server'), redis.info('replication')]);
  const ids = info.join('\n').match(/^(run_id|master_replid):\w+/gm) ?? ['unknown'];
  return ids.join(' ');
}
