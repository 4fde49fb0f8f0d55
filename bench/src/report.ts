import type { Measurement } from './measure.ts';
import type { Operation } from './subject.ts';

/** One operation at one number of connections: the rounds of every subject, by its name. */
export interface Series {
  operation: Operation;
  connections: number;
  rounds: Record<string, (Measurement | undefined)[]>;
}

export interface Results {
  at: string;
  machine: Record<string, string | number>;
  subjects: { name: string; startSeconds: number; idleMiB: number }[];
  series: Series[];
  /** What live updates cost, in a sentence. */
  live: string;
}

const FIGURES = [
  ...(['requests/s', 'mean ms', 'p99 ms', 'CPU ms', 'without stores'] as const),
  ...(['PostgreSQL', 'Redis'] as const),
];

const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

/** The value below which the share `q` of the values lies; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * q)] ?? Number.NaN;
}

/** Median with its quartiles. */
const spread = (values: number[]): string => {
  const [low, median, high] = [0.25, 0.5, 0.75].map((q) => figure(quantile(values, q)));
  return `${median} (${low}–${high})`;
};

const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function rowsOf({ operation, connections, rounds }: Series): (string | number)[][] {
  const [base = []] = Object.values(rounds);
  return Object.entries(rounds).map(([name, all]) => {
    const of = (key: keyof Measurement) => all.flatMap((one) => one?.[key] ?? []);
    // What slows the machine down for a while affects both values of a round and cancels out.
    const ratios = all.flatMap((one, round) => {
      const other = base[round];
      return one && other ? one['requests/s'] / other['requests/s'] : [];
    });
    const failed = of('failed').reduce((sum, value) => sum + value, 0);
    const figures = FIGURES.map((key) => spread(of(key)));
    return [operation, connections, name, spread(ratios), ...figures, failed];
  });
}

/** The results as Markdown: medians and quartiles of the rounds, and ratios to the first subject taken round by round. */
export function report({ at, machine, subjects, series, live }: Results): string {
  const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
  const started = subjects.map(({ name, startSeconds, idleMiB }) => {
    return [name, figure(startSeconds), figure(idleMiB)];
  });
  const ratio = `ratio to ${subjects[0]?.name ?? ''}`;
  return [
    `# Measured ${at}`,
    facts.join(' · '),
    table(['', 'start s', 'idle MiB'], started),
    table(['operation', 'connections', '', ratio, ...FIGURES, 'failed'], series.flatMap(rowsOf)),
    live,
  ].join('\n\n');
}
