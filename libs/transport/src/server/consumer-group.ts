import type { Redis } from 'ioredis';

import type { PendingEntries } from './pending-entries.js';
import type { ReplicaContext } from './replica-context.js';

/** Created at the beginning of the stream: after Redis lost its data, entries may be there before the group is. */
export async function ensureGroup(redis: Redis, { stream, group }: PendingEntries): Promise<void> {
  try {
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('BUSYGROUP'))) throw error;
  }
}

/** `XGROUP DELCONSUMER` drops what a consumer has pending, so one script asks and removes. */
const REMOVE_IDLE_CONSUMER = `
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) > 0 then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
return 1`;

/** Removes a consumer that is not alive and has nothing pending; otherwise does nothing. */
export async function removeIdleConsumer(
  { commands, keys }: ReplicaContext,
  { stream, group }: PendingEntries,
  consumer: string,
): Promise<void> {
  const heartbeat = keys.heartbeat(consumer);
  await commands.redis.eval(REMOVE_IDLE_CONSUMER, 2, stream, heartbeat, group, consumer);
}
