import type { Redis } from 'ioredis';

import type { TakenEntries } from './taken-entries.js';

/** Created at the beginning of the stream: after Redis lost its data, entries may be there before the group is. */
export async function ensureGroup(redis: Redis, { stream, group }: TakenEntries): Promise<void> {
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
  redis: Redis,
  { stream, group }: TakenEntries,
  { consumer, heartbeat }: { consumer: string; heartbeat: string },
): Promise<void> {
  await redis.eval(REMOVE_IDLE_CONSUMER, 2, stream, heartbeat, group, consumer);
}

export interface ConsumerInfo {
  readonly name: string;
  readonly pending: number;
}

export function parseConsumers(reply: unknown): ConsumerInfo[] {
  if (!Array.isArray(reply)) return [];
  return reply.map((fields: unknown[]) => {
    const valueOf = (name: string) => fields[fields.indexOf(name) + 1];
    return { name: String(valueOf('name')), pending: Number(valueOf('pending')) };
  });
}
