import type { Redis } from 'ioredis';

/** The stream of an owner, as `liveStreamKey` of the contracts names it. */
const keyOf = (ownerId: string) => `studiolo:live:${ownerId}`;

/** Creates an owner's stream, as a gateway does for the first open page. */
export async function openLive(redis: Redis, ownerId: string): Promise<void> {
  await redis.xadd(keyOf(ownerId), '*', 'begin', '');
}

/** Notices about an owner that services published since, oldest first. */
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
