import type { Measurement } from './measure.ts';
import type { Operation } from './options.ts';
import { ratiosByRound, spreadOf } from './statistics.ts';

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
}

const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

/** Median with its quartiles. */
function spread(values: number[]): string {
  const { median, low, high } = spreadOf(values);
  return `${figure(median)} (${figure(low)}–${figure(high)})`;
}

const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function rowsOf({ operation, connections, rounds }: Series): (string | number)[][] {
  const [first = ''] = Object.keys(rounds);
  const rates = (name: string) => rounds[name]?.map((one) => one?.requestsPerSecond) ?? [];
  return Object.entries(rounds).map(([name, all]) => {
    const measured = all.filter((one) => one !== undefined);
    const of = (key: keyof Measurement) => measured.map((one) => one[key]);
    return [
      ...[operation, connections, name, spread(of('requestsPerSecond'))],
      name === first ? '' : spread(ratiosByRound(rates(name), rates(first))),
      ...[spread(of('meanMs')), figure(spreadOf(of('p99Ms')).median)],
      ...[spread(of('cpuMs')), spread(of('ownCpuMs'))],
      ...[figure(spreadOf(of('databaseCpuMs')).median), figure(spreadOf(of('redisCpuMs')).median)],
      of('failures').reduce((total, value) => total + value, 0),
    ];
  });
}

/** The results as Markdown: medians and quartiles of the rounds, and ratios to the first subject taken round by round. */
export function report({ at, machine, subjects, series }: Results): string {
  const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
  const [first] = subjects;
  return [
    `# Measured ${at}`,
    facts.join(' · '),
    table(
      ['', '', 'start s', 'idle MiB'],
      subjects.map((one) => [
        ...[one.name, one.title, figure(one.startSeconds), figure(one.idleMiB)],
      ]),
    ),
    table(
      [
        ...['operation', 'connections', '', 'requests/s', `ratio to ${first?.name ?? ''}`],
        ...['mean ms', 'p99 ms', 'CPU ms', 'without stores', 'PostgreSQL', 'Redis', 'failed'],
      ],
      series.flatMap(rowsOf),
    ),
  ].join('\n\n');
}
