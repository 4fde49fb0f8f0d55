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

/**
 * Does every kind of work the given number of times, in turns, so that whatever slows the machine down affects all
 * kinds alike. While the medians differ by more than the limit, it goes on with all samples kept, up to three times as
 * many: chance separates the medians of few samples, a leak also those of many. Gives the difference as a share of the
 * smallest.
 */
export async function differenceOfMedians(
  { times, limit, pauseMs = 0 }: Measurement,
  kinds: readonly (() => Promise<unknown>)[],
): Promise<number> {
  const measured = kinds.map((work) => ({ work, samples: [] as number[] }));
  for (let round = 1; ; round += 1) {
    for (const { work, samples } of measured) {
      samples.push(await millisecondsOf(work));
      await delay(pauseMs);
    }
    // Each round begins with another kind: the first one may be the slowest.
    measured.push(...measured.splice(0, 1));
    if (round % times !== 0) continue;
    const medians = measured.map(({ samples }) => median(samples));
    const difference = Math.max(...medians) / Math.min(...medians) - 1;
    if (difference < limit || round === MOST_TRIES * times) return difference;
  }
}
