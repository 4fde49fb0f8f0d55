// `npm test`: every check and test of the workspace, by Nx, then what failed and, in the last line, how many tests passed.
// `npm test -- lint e2e` runs these targets alone; other arguments go to Nx and, after `--`, to jest:
// `npm test -- integration -p auth -- -t sign-up`. With NX_BASE only projects that differ from that revision run.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { countsIn, failuresIn, type Report } from './report.ts';

const OF_SOURCES = [
  'integration',
  'lint',
  'typecheck',
  'format',
  'dependencies',
  'dead-code',
  'test',
];
const OF_BUILDS = ['build', 'e2e', 'browser'];
/** Two at once keep two cores busy, since most tests wait most of the time; each may have two workers. */
const AT_ONCE = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)));
/** Settings of the reader's shell that must not change what the tests see. */
const FOREIGN =
  /^(DATABASE|REDIS|S3|SMTP|MAIL|GOOGLE|JWT|TRANSPORT|OTEL|OPS|APP|API)_|^(PORT|DATA_DIR|RATE_LIMITS|EMAIL_VERIFICATION|STORAGE_QUOTA_BYTES|MAX_FILE_BYTES|LOG_LEVEL|TRUST_PROXY|CONNECTIONS_PER_ADDRESS|SHUTDOWN_(TIMEOUT|DELAY)_MS|NODE_ENV)$/;

const args = process.argv.slice(2);
const flags = args.findIndex((arg) => arg.startsWith('-'));
const named = flags < 0 ? args : args.slice(0, flags);
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));

rmSync('reports', { recursive: true, force: true });
const targets = named.length > 0 ? named.join().split(',') : [...OF_BUILDS, ...OF_SOURCES];
const ofSources = targets.filter((target) => OF_SOURCES.includes(target));
const ofBuilds = targets.filter((target) => !OF_SOURCES.includes(target));
// Nx would leave the browser tests, the longest, to the end, where nothing runs beside them. So what reads the builds and
// what reads the sources are two runs of it, side by side, and each project is built by one of them.
const runs = [startNx(ofBuilds, Math.ceil(AT_ONCE / 2)), startNx(ofSources, AT_ONCE)].flat();
// A signal to the run goes to Nx, which ends its tasks.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => runs.forEach((run) => run.kill(signal)));
const ends = await Promise.all(runs.map((run) => once(run, 'exit') as Promise<[number | null]>));

const reports = globSync(
  'reports/**/{test,integration,e2e,browser,resilience,security,compose}.json',
).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const counts = reports.map(countsIn);
const sum = (index: 0 | 1 | 2) => counts.reduce((total, count) => total + count[index], 0);
// What failed without a report, such as a lint error, is one failure.
const failed = Math.max(sum(1), ends.every(([status]) => status === 0) ? 0 : 1);
const failures = reports.flatMap(failuresIn).map((failure) => `\n✕ ${failure}\n`);
// For .ci/run, whose later parts print more.
if (failures.length > 0) writeFileSync('reports/failures.txt', failures.join(''));
console.log(`${failures.join('')}\n${sum(0)} passed, ${failed} failed, ${sum(2)} skipped`);
process.exitCode = failed === 0 ? 0 : 1;

function startNx(targets: string[], atOnce: number): ChildProcess[] {
  if (targets.length === 0) return [];
  const run = [
    process.env.NX_BASE ? 'affected' : 'run-many',
    ...['-t', targets.join(), `--parallel=${atOnce}`, '--output-style=stream'],
    ...args.slice(named.length),
  ];
  const nx = spawn(process.execPath, ['node_modules/nx/dist/bin/nx.js', ...run], {
    stdio: 'inherit',
    env: {
      ...env,
      NX_TUI: 'false',
      NX_DAEMON: 'false',
      NX_ISOLATE_PLUGINS: 'false',
      // Nx asks its tasks for colours wherever they go.
      ...(!process.stdout.isTTY && { FORCE_COLOR: '0' }),
    },
  });
  return [nx];
}
