import { setTimeout as delay } from 'node:timers/promises';

const MOST_TRIES = 3;

interface Measurement {
  times: number;
  /** Share by which the largest median may lie above the smallest. */
  limit: number;
  /** Time after each piece of work for what it has set off, which is not to be counted for the next. */
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

/** Every kind of work once, beginning with another one each round: the first may pay for what the others find ready. */
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
 * Runs every kind of work the given number of times, one after another and in turns, so that whatever slows the
 * machine down meets all kinds alike. Medians further apart than the limit are measured on, with all samples kept, up
 * to three times as long: chance parts few samples on a busy machine, a leak parts many as well.
 */
export async function closeMedians<Kind extends string>(
  { times, limit, pauseMs = 0 }: Measurement,
  kinds: Record<Kind, () => Promise<unknown>>,
): Promise<{ medians: Record<Kind, number>; difference: number; samples: number }> {
  const measured = new Map((Object.keys(kinds) as Kind[]).map((name) => [name, [] as number[]]));
  for (let samples = 1; ; samples += 1) {
    await measureRound(kinds, measured, { round: samples, pauseMs });
    if (samples % times !== 0) continue;
    const medians = [...measured].map(([name, values]) => [name, median(values)] as const);
    const difference = spread(medians.map(([, milliseconds]) => milliseconds));
    if (difference < limit || samples === MOST_TRIES * times) {
      return { medians: Object.fromEntries(medians) as Record<Kind, number>, difference, samples };
    }
  }
}

/** How far the largest of the values lies above the smallest, as a share of it. */
function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values) - 1;
}
