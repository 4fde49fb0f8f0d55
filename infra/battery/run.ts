// `npm run test:faults` and `npm run test:attacks`: the cases of a battery on stacks of their own, and those that
// tests of `npm test` hold; then the table in docs/reliability.md. `npm run test:faults -- F4 F8` runs these alone.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nxCommand } from '../stack/nx.ts';
import { ROOT } from '../stack/programs.ts';
import { execute } from '../test/execute.ts';
import { firstWords } from './battery-case.ts';
import { BATTERIES, type Battery, COVERED, type CoveredCases } from './covered.ts';
import { keep, keptRows, mergeRows } from './results.ts';
import { escaped, readReport, runCovered, runJest } from './run-covered.ts';
import { compareRows, type Row, ROWS_FOLDER, show } from './row.ts';

const CASE_TITLE = /^([A-Z]+\d+(?: \w+)?): (.*)$/;

function chosen([name, ...ids]: string[]): { battery: Battery; ids: string[] } {
  const battery = BATTERIES.find((known) => known === name);
  if (battery === undefined) throw new Error(`Name a battery: ${BATTERIES.join(' or ')}`);
  return { battery, ids };
}

const isAsked = (id: string, ids: string[]): boolean => ids.length === 0 || ids.includes(id);

/** The rows the specs left behind. */
function leftRows(): Row[] {
  if (!existsSync(ROWS_FOLDER)) return [];
  return readdirSync(ROWS_FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(ROWS_FOLDER, file), 'utf8')) as Row);
}

/** Cases whose test never got to run, because what they stand on did not start. */
function unstartedRows(report: string, left: Row[], kept: Row[]): Row[] {
  if (!existsSync(report)) return [];
  const tests = readReport(report).testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests
    .filter(({ status }) => status === 'failed')
    .flatMap(({ title, failureMessages: [message] }): Row[] => {
      const [, id, done] = CASE_TITLE.exec(title) ?? [];
      if (id === undefined || done === undefined || left.some((row) => row.id === id)) return [];
      const expected = kept.find((row) => row.id === id)?.expected ?? '';
      const seen = `failure: ${firstWords(message)}`;
      return [
        { id, done, expected, seen, verdict: 'failed', seconds: 0, at: new Date().toISOString() },
      ];
    });
}

async function runSpecs(battery: Battery, ids: string[], kept: Row[]) {
  const report = join(ROOT, 'reports', `battery-${battery}.json`);
  await rm(report, { force: true });
  const names = ids.map(escaped).join('|');
  const ok = await runJest(
    report,
    ...['--selectProjects', 'battery', '--testPathPatterns', `infra/battery/${battery}/`],
    ...['--passWithNoTests', '--silent=false'],
    ...(ids.length === 0 ? [] : ['--testNamePattern', `(^| )(${names})( \\w+)?: `]),
  );
  const left = leftRows();
  const unstarted = unstartedRows(report, left, kept);
  unstarted.forEach(show);
  return { ok, rows: [...left, ...unstarted] };
}

function askedFor(cases: CoveredCases, ids: string[]): CoveredCases {
  return Object.fromEntries(Object.entries(cases).filter(([id]) => isAsked(id, ids)));
}

/** Of a whole run nothing older stays, except what cannot be run on this machine. */
function stillValid(kept: Row[], fresh: Row[], isWhole: boolean): Row[] {
  if (!isWhole) return kept;
  const notRun = new Set(fresh.filter(({ verdict }) => verdict === 'not run').map(({ id }) => id));
  return kept.filter(({ id }) => notRun.has(id));
}

function summary(rows: Row[]): string {
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`;
}

const { battery, ids } = chosen(process.argv.slice(2));
if (!(await execute(nxCommand()))) throw new Error('The build failed');
await rm(ROWS_FOLDER, { recursive: true, force: true });
await mkdir(ROWS_FOLDER, { recursive: true });

const kept = keptRows(battery);
const specs = await runSpecs(battery, ids, kept);
const report = join(ROOT, 'reports', `battery-${battery}-covered.json`);
const covered = await runCovered(askedFor(COVERED[battery], ids), report);
const fresh = [...specs.rows, ...covered].sort(compareRows);
const isWhole = ids.length === 0 && specs.ok;
await keep(battery, mergeRows(stillValid(kept, fresh, isWhole), fresh));

console.log(`\n${fresh.map(({ id, verdict }) => `  ${id.padEnd(6)} ${verdict}`).join('\n')}`);
console.log(`\n${summary(fresh)}`);
process.exitCode = specs.ok && fresh.every(({ verdict }) => verdict !== 'failed') ? 0 : 1;
