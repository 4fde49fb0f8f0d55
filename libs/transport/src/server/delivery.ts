import type { RedisClock } from '../redis/redis-clock.js';

export type Entry = [id: string, fields: string[]];

/** One stream entry, handed to this replica. */
export interface Delivery {
  readonly entryId: string;
  readonly fields: readonly string[];
  /** 1 on the first delivery, counted by Redis over all replicas. */
  readonly attempt: number;
  /** Tries of this replica since then that did not count, because something was away. */
  readonly uncounted?: number;
}

/** Milliseconds since Redis stored the entry, whose id begins with that time. */
export function ageOf({ entryId }: Delivery, clock: RedisClock): number {
  return Math.max(0, clock.now() - Number(entryId.split('-')[0]));
}
