// `npm run sizing`: what 1,000, 1 million and 100 million users need, from what `npm run bench` measured last and from
// how large rows are. Writes the tables into docs/operations.md and prints them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { betweenMarkers } from '../bench/report/markers.ts';
import { medianOf, seriesOf } from '../bench/report/series.ts';
import { figure, table } from '../bench/report/table.ts';
import type { Results } from '../bench/results.ts';
import { type Operation, OPERATIONS } from '../bench/subjects/subject.ts';
import { ROOT } from '../stack/programs.ts';
import { type Costs, HABITS, type RowBytes, type Size, sizeFor } from './model.ts';
import { measureRowBytes } from './row-bytes.ts';

const USERS = [1_000, 1_000_000, 100_000_000];
const PARTS = ['own', 'postgres', 'redis', 'object-store'];
const RESULTS = join(ROOT, 'infra', 'bench', 'results');
const PAGE = join(ROOT, 'docs', 'operations.md');
/** A busy system: what one request costs alone is more. */
const CONNECTIONS = 32;
const GIB = 1024 ** 3;

/** The last whole run of the bench, or the file that is named. */
async function readResults(file: string | undefined): Promise<Results> {
  const names = await readdir(RESULTS).catch(() => []);
  const [last] = names
    .filter((name) => /^[0-9-]+\.json$/.test(name))
    .sort()
    .reverse();
  if (!file && !last) throw new Error('There are no results yet: npm run bench makes them.');
  return JSON.parse(await readFile(file ?? join(RESULTS, last ?? ''), 'utf8')) as Results;
}

function costsOf(results: Results): Costs {
  const cost = (operation: Operation, part: string): number => {
    const series = seriesOf(results, operation, CONNECTIONS);
    if (!series) throw new Error(`The results have no ${operation}.`);
    return medianOf(series, 'studiolo', ({ cpuMs }) => cpuMs[part] ?? 0);
  };
  const entries = OPERATIONS.map((operation) => [
    operation,
    Object.fromEntries(PARTS.map((part) => [part, cost(operation, part)])),
  ]);
  return Object.fromEntries(entries) as Costs;
}

function inputs(results: Results, costs: Costs, rows: RowBytes): string {
  const { perDay } = HABITS;
  const operations = OPERATIONS.map((operation) => [
    operation,
    String(perDay[operation]),
    ...PARTS.map((part) => figure(costs[operation][part])),
  ]);
  const bytes = Object.entries(rows).map(([name, value]) => [name, figure(value)]);
  return [
    `Measured on ${results.at.slice(0, 10)} by \`${results.command}\` and \`npm run sizing\`: milliseconds of processor ` +
      'time for one request, and bytes in PostgreSQL for one row with its indexes. Assumed: requests of an active user on a day.',
    table(['', 'a day', 'ours', 'PostgreSQL', 'Redis', 'object store'], operations),
    table(['row', 'bytes'], bytes),
  ].join('\n\n');
}

function needs(sizes: Size[]): string {
  const row = (name: string, value: (size: Size) => number) => [
    name,
    ...sizes.map((size) => figure(value(size))),
  ];
  const head = ['', ...sizes.map(({ users }) => `${users.toLocaleString('en')} users`)];
  return table(head, [
    row('requests a second, busiest hour', ({ requestsPerSecond }) => requestsPerSecond),
    row('cores of our processes', ({ cores }) => cores.own ?? 0),
    row('cores of PostgreSQL', ({ cores }) => cores.postgres ?? 0),
    row('cores of Redis', ({ cores }) => cores.redis ?? 0),
    row('cores of the object store', ({ cores }) => cores['object-store'] ?? 0),
    row('files in and out, Mbit/s', (size) => (size.transferBytesPerSecond * 8) / 1e6),
    row('database, GiB', ({ databaseBytes }) => databaseBytes / GIB),
    row('objects, GiB, one copy', ({ objectBytes }) => objectBytes / GIB),
  ]);
}

const results = await readResults(process.argv[2]);
const costs = costsOf(results);
const rows = await measureRowBytes();
const sizes = USERS.map((users) => sizeFor(users, HABITS, costs, rows));
const text = [inputs(results, costs, rows), needs(sizes)].join('\n\n');
console.log(text);
await writeFile(PAGE, betweenMarkers(await readFile(PAGE, 'utf8'), 'sizing', text));
