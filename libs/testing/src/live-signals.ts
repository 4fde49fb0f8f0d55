import type { Redis } from 'ioredis';

import { eventually } from './eventually.js';

interface Notice {
  readonly change?: { kind: string; action: string; project_id: string | null };
  readonly end?: { reason: string; sessionIds: string[] };
}

const wordsOf = ({ change, end }: Notice): string =>
  change ? `${change.kind} ${change.action}` : (end?.reason ?? 'nothing');

/** The notices that services publish to an owner, as a gateway receives them. */
export async function subscribeLiveSignals(redis: Redis, userId: string) {
  const subscriber = redis.duplicate();
  /** Oldest first. */
  const all: Notice[] = [];
  subscriber.on('message', (_channel, text) => all.push(JSON.parse(text) as Notice));
  // As `liveChannel` of the contracts names it.
  await subscriber.subscribe(`studiolo:live:${userId}`);
  return {
    all,
    /** Waits until exactly these have arrived, in whatever order; as words: `project created`, `session_ended`. */
    becomes: (...news: string[]) =>
      eventually(() => expect(all.map(wordsOf).toSorted()).toEqual(news.toSorted())),
    [Symbol.dispose]: () => subscriber.disconnect(),
  };
}
