import type { Entry } from './delivery.js';
import type { PendingEntries } from './pending-entries.js';
import type { ReplicaContext } from './replica-context.js';

/**
 * Reads or claims entries by `fetch`. If this process was frozen, peers may have claimed what it read: such entries are
 * left out.
 */
export async function fetchOwn(
  { commands, consumer, membership }: ReplicaContext,
  taken: PendingEntries,
  fetch: () => Promise<Entry[]>,
): Promise<Entry[]> {
  const { missedBeats } = membership;
  const entries = await fetch();
  if (entries.length === 0 || membership.missedBeats === missedBeats) return entries;
  await membership.whenRegistered();
  const { stream, group } = taken;
  const most = taken.size + entries.length;
  const rows = await commands.redis.xpending(stream, group, '-', '+', most, consumer);
  const own = new Set((rows as [id: string][]).map(([id]) => id));
  return entries.filter(([id]) => own.has(id) && !taken.has(id));
}
