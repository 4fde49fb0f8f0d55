import { median, ratiosByRound, type Spread, spreadOf } from '../measure/statistics.ts';
import type { Measurement, Results, Series } from '../results.ts';
import type { Operation } from '../subjects/subject.ts';

export type Value = (one: Measurement) => number;

export const total = (values: Record<string, number>): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0);

export const rate: Value = (one) => one.requestsPerSecond;
export const cpu: Value = (one) => total(one.cpuMs);

export const seriesOf = (
  { series }: Pick<Results, 'series'>,
  operation: Operation,
  connections: number,
): Series | undefined =>
  series.find((one) => one.operation === operation && one.connections === connections);

const values = (series: Series, subject: string, value: Value): (number | undefined)[] =>
  (series.rounds[subject] ?? []).map((one) => (one ? value(one) : undefined));

/** The median of a subject's rounds; NaN when there are none. */
export const medianOf = (series: Series, subject: string, value: Value): number =>
  median(values(series, subject, value).filter((one) => one !== undefined));

/** The rounds' ratios of one subject to another. */
export const ratioOf = (series: Series, pair: readonly [string, string], value: Value): Spread =>
  spreadOf(ratiosByRound(values(series, pair[0], value), values(series, pair[1], value)));

/** The rounds' differences of Studiolo to another. */
export function differenceOf(series: Series, other: string, value: Value): Spread {
  const theirs = values(series, other, value);
  const differences = values(series, 'studiolo', value).flatMap((own, round) => {
    const their = theirs[round];
    return own === undefined || their === undefined ? [] : [own - their];
  });
  return spreadOf(differences);
}
