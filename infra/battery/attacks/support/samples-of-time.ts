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
 * Runs every kind of work the given number of times, one after another and in turns, so that whatever slows the
 * machine down meets all kinds alike; gives the median of each in milliseconds.
 */
export async function mediansInTurns<Kind extends string>(
  times: number,
  kinds: Record<Kind, () => Promise<unknown>>,
): Promise<Record<Kind, number>> {
  const names = Object.keys(kinds) as Kind[];
  const measured = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < times; round += 1) {
    // Another one begins each round: the first may pay for what the others then find ready.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length];
      if (name !== undefined) measured.get(name)?.push(await millisecondsOf(kinds[name]));
    }
  }
  const medians = names.map((name) => [name, median(measured.get(name) ?? [])] as const);
  return Object.fromEntries(medians) as Record<Kind, number>;
}

/** How far the largest of the values lies above the smallest, as a share of it. */
export function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values) - 1;
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
