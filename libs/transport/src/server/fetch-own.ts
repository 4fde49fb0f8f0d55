import type { Entry } from './delivery.js';
import type { ReplicaParts } from './replica-parts.js';
import type { TakenEntries } from './taken-entries.js';

/**
 * Reads or claims entries by `fetch`. If this process was frozen, peers may have claimed what it read: such entries are
 * left out.
 */
export async function fetchOwn(
  { commands, consumer, membership }: ReplicaParts,
  taken: TakenEntries,
  fetch: () => Promise<Entry[]>,
): Promise<Entry[]> {
  const { lapses } = membership;
  const entries = await fetch();
  if (entries.length === 0 || membership.lapses === lapses) return entries;
  await membership.whenRegistered();
  const { stream, group } = taken;
  const most = taken.size + entries.length;
  const rows = await commands.redis.xpending(stream, group, '-', '+', most, consumer);
  const own = new Set((rows as [id: string][]).map(([id]) => id));
  return entries.filter(([id]) => own.has(id) && !taken.has(id));
}
