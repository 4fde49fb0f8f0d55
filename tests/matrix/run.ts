// `npm run test:matrix`: the whole stack on what people already have, a line for each kind of server.
//   npm run test:matrix                         every row
//   npm run test:matrix -- pgbouncer valkey     these rows
// What a row printed is in reports/matrix/. A row that cannot run here is not counted as passed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from '@studiolo/infra/stack/programs';

import { provide } from './programs.ts';
import type { Row } from './row.ts';
import { ROWS } from './rows.ts';

const REPORTS = join(ROOT, 'reports', 'matrix');
const LONGEST_ROW_MS = 15 * 60_000;
type Outcome = 'passed' | 'failed' | 'not run';

async function outcomeOf(row: Row): Promise<[Outcome, string]> {
  const folders: string[] = [];
  try {
    for (const source of row.sources) folders.push(await provide(source));
  } catch (error) {
    return ['not run', (error as Error).message];
  }
  const failure = await runRow(row.name, folders);
  if (failure !== undefined) return ['failed', failure];
  return ['passed', row.sources.map(({ from }) => from).join(', ') || 'what npm installs'];
}

/** Runs a row in a process of its own, with its programs first on the PATH; gives the reason if it fails. */
async function runRow(name: string, folders: string[]): Promise<string | undefined> {
  const file = join(REPORTS, `${name}.log`);
  const log = openSync(file, 'w');
  const script = join(import.meta.dirname, 'run-row.ts');
  const loader = join(ROOT, 'libs', 'testing', 'src', 'run-typescript.mjs');
  const child = spawn(process.execPath, ['--import', loader, script, name], {
    env: { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter) },
    stdio: ['ignore', log, log],
    timeout: LONGEST_ROW_MS,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return undefined;
  const error = readFileSync(file, 'utf8')
    .match(/^(?:\w*Error\b.*|\s*●.*)$/gm)
    ?.at(-1);
  return `${error?.trim() ?? `it ended with ${code ?? 'a signal'}`} (${file})`;
}

const { positionals: asked } = parseArgs({ allowPositionals: true });
const unknown = asked.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) {
  const known = ROWS.map(({ name }) => name).join(', ');
  console.error(`There is no row ${unknown.join(', ')}. There are: ${known}.`);
  process.exit(2);
}
await mkdir(REPORTS, { recursive: true });
const counts: Record<Outcome, number> = { passed: 0, failed: 0, 'not run': 0 };
for (const row of ROWS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const began = performance.now();
  const [outcome, why] = await outcomeOf(row);
  counts[outcome] += 1;
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${outcome.padEnd(8)}${row.name.padEnd(20)}${row.title} (${seconds} s; ${why})`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts['not run']} not run`);
process.exitCode = counts.failed === 0 ? 0 : 1;
