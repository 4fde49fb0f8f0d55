import type { Redis } from 'ioredis';

/** The stream of an owner, as `liveStreamKey` of the contracts names it. */
const keyOf = (ownerId: string) => `studiolo:live:${ownerId}`;

/** Begins an owner's stream, as a gateway does for the first page that is open. */
export async function openLive(redis: Redis, ownerId: string): Promise<void> {
  await redis.xadd(keyOf(ownerId), '*', 'begin', '');
}

/** What the services have told the gateways about an owner since, oldest first. */
export async function noticesOf(redis: Redis, ownerId: string): Promise<unknown[]> {
  const entries = await redis.xrange(keyOf(ownerId), '-', '+');
  return entries
    .filter(([, [field]]) => field === 'notice')
    .map(([, [, json]]) => JSON.parse(json ?? '') as unknown);
}

/** The same as words: `project created`, `session_ended`. */
export async function newsOf(redis: Redis, ownerId: string): Promise<string[]> {
  const notices = (await noticesOf(redis, ownerId)) as {
    change?: { kind: string; action: string };
    end?: { reason: string };
  }[];
  return notices.map(({ change, end }) =>
    change ? `${change.kind} ${change.action}` : (end?.reason ?? 'nothing'),
  );
}
