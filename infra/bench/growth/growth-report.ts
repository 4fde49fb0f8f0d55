import type { GrowthResults, Series } from '../results.ts';
import type { Spread } from '../measure/statistics.ts';
import { cpu, medianOf, rate, ratioOf, seriesOf } from '../report/series.ts';
import { figure, ratio, table } from '../report/table.ts';
import { FEW, MANY, ownerOf, REPLICAS } from './names.ts';

/** How many times as long a request takes: a hundred callers with half the rate wait twice as long. */
function slower(series: Series | undefined, of: string, than: string): Spread | undefined {
  const found = series && ratioOf(series, [than, of], rate);
  return found && Number.isFinite(found.median) ? found : undefined;
}

function targets(results: GrowthResults): string {
  const list = seriesOf(results, 'list', 32);
  const row = (what: string, most: number, found: Spread | undefined) => [
    what,
    `≤ ${most.toFixed(1)}×`,
    found ? ratio(found) : '–',
    found ? (found.median <= most ? 'yes' : 'no') : 'not measured',
  ];
  return table(
    ['time of a page of 20', 'asked', 'reached', 'met'],
    [
      row('owner of 100,000 against owner of 20', 1.5, slower(list, ownerOf(100_000), MANY)),
      row('many rows in all against 20', 1.1, slower(list, MANY, FEW)),
    ],
  );
}

function figures(series: Series): string {
  const rows = Object.keys(series.rounds).map((name) => [
    name,
    figure(medianOf(series, name, rate)),
    figure(medianOf(series, name, (one) => one.medianMs)),
    figure(medianOf(series, name, (one) => one.p99Ms)),
    figure(medianOf(series, name, cpu)),
  ]);
  return table(
    [`${series.operation} × ${series.connections}`, 'a second', 'ms', 'p99 ms', 'CPU ms'],
    rows,
  );
}

function replicas(results: GrowthResults): string[] {
  return results.series.flatMap((series) => {
    if (series.connections !== 32) return [];
    const found = ratioOf(series, [REPLICAS, FEW], rate);
    return Number.isFinite(found.median) ? [`- ${series.operation}: ${ratio(found)}`] : [];
  });
}

/** Growth as Markdown, without a title. */
export function growthReport(results: GrowthResults): string {
  const machine = Object.entries(results.machine).map(([name, value]) => `${name} ${value}`);
  const many = results.rows.toLocaleString('en');
  return [
    `${results.at.slice(0, 10)}, \`${results.command}\`, “many” are ${many} rows. ${machine.join(', ')}.`,
    targets(results),
    'Requests a second of three replicas of projects and storage as a multiple of those of one, 32 connections:',
    replicas(results).join('\n'),
    ...results.series.map(figures),
  ].join('\n\n');
}
