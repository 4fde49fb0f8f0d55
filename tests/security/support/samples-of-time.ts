import { setTimeout as delay } from 'node:timers/promises';

const MOST_TRIES = 3;

interface Measurement {
  times: number;
  /** Share by which the largest median may lie above the smallest. */
  limit: number;
  /** Pause after each piece of work, so that what it has started does not slow the next one down. */
  pauseMs?: number;
}

/** Milliseconds until the promise that `work` gives is kept. */
export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}

/** Does every kind of work once, beginning with another one each round: the first one may be the slowest. */
async function measureRound<Kind extends string>(
  kinds: Record<Kind, () => Promise<unknown>>,
  measured: Map<Kind, number[]>,
  { round, pauseMs }: { round: number; pauseMs: number },
): Promise<void> {
  const names = [...measured.keys()];
  for (let turn = 0; turn < names.length; turn += 1) {
    const name = names[(round + turn) % names.length];
    if (name !== undefined) measured.get(name)?.push(await millisecondsOf(kinds[name]));
    await delay(pauseMs);
  }
}

/**
 * Does every kind of work the given number of times, in turns, so that whatever slows the machine down affects all
 * kinds alike. While the medians differ by more than the limit, it goes on with all samples kept, up to three times as
 * many: chance separates the medians of few samples, a leak also those of many. Gives the difference as a share.
 */
export async function differenceOfMedians<Kind extends string>(
  { times, limit, pauseMs = 0 }: Measurement,
  kinds: Record<Kind, () => Promise<unknown>>,
): Promise<number> {
  const measured = new Map((Object.keys(kinds) as Kind[]).map((name) => [name, [] as number[]]));
  for (let samples = 1; ; samples += 1) {
    await measureRound(kinds, measured, { round: samples, pauseMs });
    if (samples % times !== 0) continue;
    const difference = spread([...measured.values()].map(median));
    if (difference < limit || samples === MOST_TRIES * times) return difference;
  }
}

/** How far the largest of the values lies above the smallest, as a share of it. */
function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values) - 1;
}
