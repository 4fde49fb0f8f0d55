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
  subjects: { name: string; title: string; startSeconds: number; idleMiB: number }[];
  series: Series[];
  /** What live updates cost, in a sentence. */
  live: string;
}

const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

/** The value below which the share `q` of the values lies; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * q)] ?? Number.NaN;
}

/** Median with its quartiles. */
const spread = (values: number[]): string => {
  const [low = '', median = '', high = ''] = [0.25, 0.5, 0.75].map((q) =>
    figure(quantile(values, q)),
  );
  return `${median} (${low}–${high})`;
};

const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function rowsOf({ operation, connections, rounds }: Series): (string | number)[][] {
  const [[first = '', base = []] = []] = Object.entries(rounds);
  return Object.entries(rounds).map(([name, all]) => {
    const of = (key: keyof Measurement) => all.flatMap((one) => one?.[key] ?? []);
    // What slows the machine down for a while affects both values of a round and cancels out.
    const ratios = all.flatMap((one, round) => {
      const other = base[round];
      return one && other ? one.requestsPerSecond / other.requestsPerSecond : [];
    });
    return [
      ...[operation, connections, name, spread(of('requestsPerSecond'))],
      name === first ? '' : spread(ratios),
      ...[spread(of('meanMs')), figure(quantile(of('p99Ms'), 0.5))],
      ...[spread(of('cpuMs')), spread(of('ownCpuMs'))],
      ...[figure(quantile(of('databaseCpuMs'), 0.5)), figure(quantile(of('redisCpuMs'), 0.5))],
      of('failures').reduce((total, value) => total + value, 0),
    ];
  });
}

/** The results as Markdown: medians and quartiles of the rounds, and ratios to the first subject taken round by round. */
export function report({ at, machine, subjects, series, live }: Results): string {
  const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
  const ratio = `ratio to ${subjects[0]?.name ?? ''}`;
  const started = subjects.map(({ name, title, startSeconds, idleMiB }) => [
    ...[name, title, figure(startSeconds), figure(idleMiB)],
  ]);
  const head = ['operation', 'connections', '', 'requests/s', ratio, 'mean ms', 'p99 ms'];
  return [
    `# Measured ${at}`,
    facts.join(' · '),
    table(['', '', 'start s', 'idle MiB'], started),
    table(
      [...head, 'CPU ms', 'without stores', 'PostgreSQL', 'Redis', 'failed'],
      series.flatMap(rowsOf),
    ),
    live,
  ].join('\n\n');
}
