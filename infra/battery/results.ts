import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageScript, ROOT } from '../stack/programs.ts';
import { execute } from '../test/execute.ts';
import type { Battery } from './covered.ts';
import { compareRows, type Row } from './row.ts';

const PAGE = join(ROOT, 'docs', 'reliability.md');

const resultsFile = (battery: Battery): string =>
  join(ROOT, 'infra', 'battery', 'results', `${battery}.json`);

/** The rows kept from earlier runs. */
export function keptRows(battery: Battery): Row[] {
  const file = resultsFile(battery);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : [];
}

/**
 * One row per case: those of this run take the place of those kept. A case that could not be run here does not
 * take away what another machine has seen; its date says when.
 */
export function mergeRows(kept: Row[], fresh: Row[]): Row[] {
  const rows = new Map(kept.map((row) => [row.id, row]));
  for (const row of fresh) {
    if (row.verdict === 'not run' && rows.has(row.id)) continue;
    rows.set(row.id, row);
  }
  return [...rows.values()].sort(compareRows);
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

/** The rows as a table in Markdown. */
export function table(rows: Row[]): string {
  const lines = rows.map(({ id, done, expected, seen, verdict, at }) =>
    [id, cell(done), cell(expected), cell(seen), verdict, at.slice(0, 10)].join(' | '),
  );
  const head = [
    'Case | Done | Expected | Seen | Verdict | Run',
    '--- | --- | --- | --- | --- | ---',
  ];
  return [...head, ...lines].map((line) => `| ${line} |`).join('\n');
}

/** Puts a text between the two markers of a battery; throws if the page has none. */
export function between(page: string, battery: Battery, text: string): string {
  const [begin, end] = [`<!-- ${battery}: begin -->`, `<!-- ${battery}: end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page lacks "${begin}" … "${end}"`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

/** Keeps the rows in the repository and writes the table of the page anew. */
export async function keep(battery: Battery, rows: Row[]): Promise<void> {
  writeFileSync(resultsFile(battery), JSON.stringify(rows, null, 2));
  writeFileSync(PAGE, between(readFileSync(PAGE, 'utf8'), battery, table(rows)));
  const prettier = packageScript('prettier', 'bin/prettier.cjs');
  const files = [resultsFile(battery), PAGE];
  await execute({ args: [prettier, '--log-level', 'warn', '--write', ...files] });
}
