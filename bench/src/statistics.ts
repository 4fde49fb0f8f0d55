/** The median of several values and their quartiles. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** The value below which the share `q` of the sorted values lies, between two of them in proportion; NaN without values. */
export function quantile(sorted: readonly number[], q: number): number {
  const position = (sorted.length - 1) * q;
  const [below, above] = [Math.floor(position), Math.ceil(position)];
  const [low = NaN, high = NaN] = [sorted[below], sorted[above]];
  return low + (high - low) * (position - below);
}

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export const median = (values: readonly number[]): number => quantile(ascending(values), 0.5);

/** Median and quartiles. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = ascending(values);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  };
}

/**
 * One quotient for each round that has both values: what slows the machine down for a while affects both and cancels
 * out.
 */
export function ratiosByRound(
  of: readonly (number | undefined)[],
  to: readonly (number | undefined)[],
): number[] {
  return of.flatMap((value, round) => {
    const other = to[round];
    return value === undefined || other === undefined || other === 0 ? [] : [value / other];
  });
}

/** The members in turn, beginning one later in each round. */
export function turned<Member>(members: readonly Member[], round: number): Member[] {
  const turn = members.length === 0 ? 0 : round % members.length;
  return [...members.slice(turn), ...members.slice(0, turn)];
}
