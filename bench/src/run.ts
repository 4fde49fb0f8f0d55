// `npm run bench`: measures the default stack, the same on real servers, the floor and, with --against <git ref>, another
// revision, in alternating rounds, and writes reports/bench.json and reports/bench.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { findProgram, ROOT } from '@studiolo/infra/stack/programs';

import { startFloor } from './floor.ts';
import { measureLive } from './live.ts';
import { measure } from './measure.ts';
import { memoryMiB } from './processes.ts';
import { report, type Series } from './report.ts';
import { checkOut } from './revision.ts';
import { startStudiolo } from './studiolo.ts';
import { type Operation, OPERATIONS, type Subject } from './subject.ts';

const { values: options } = parseArgs({
  options: {
    /** `default` is `npm start` with nothing installed, `real` the same on the servers of this machine. */
    subjects: { type: 'string', default: 'default,real,floor' },
    /** A git ref to measure beside this checkout, on the same stores as `default`. */
    against: { type: 'string' },
    operations: { type: 'string', default: [...OPERATIONS, 'live'].join() },
    connections: { type: 'string', default: '1,8,32' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    /** How long each subject is asked before an operation's first measurement: V8 compiles what is called often. */
    'warm-up': { type: 'string', default: '20' },
  },
});
const isWanted = (list: string, name: string): boolean => list.split(',').includes(name);

const say = (line: string): void => console.log(line);
const servers = ['redis-server', 'valkey-server', 'minio'].filter(findProgram);
const running: Subject[] = [];

async function bringUp(name: string, start: () => Promise<Subject>): Promise<Subject> {
  say(`Starting ${name}`);
  const subject = await start();
  running.push(subject);
  return subject;
}

const bringUpStudiolo = (name: string, folder: string, stores: 'embedded' | '') =>
  bringUp(name, () => startStudiolo({ name, folder, stores }));

async function bringUpAll(): Promise<void> {
  const wanted = (name: string) => isWanted(options.subjects, name);
  const first = await bringUpStudiolo('default', ROOT, 'embedded');
  if (wanted('real') && servers.length > 0) await bringUpStudiolo('real', ROOT, '');
  else if (wanted('real')) say('SKIPPED real: no redis-server, valkey-server or minio on the PATH');
  if (wanted('floor')) await bringUp('floor', () => startFloor(first));
  if (options.against === undefined) return;
  const { name, folder } = checkOut(options.against);
  await bringUpStudiolo(name, folder, 'embedded');
}

/** The subjects that know this operation, after as many requests of it as it takes for their code to be compiled. */
async function warmedUp(operation: Operation): Promise<Subject[]> {
  const able = running.filter(({ loads }) => loads[operation]);
  const load = { connections: 32, seconds: Number(options['warm-up']) };
  for (const subject of able) await measure(subject, operation, load);
  return able;
}

/** Measures every subject once a round, beginning with another one each time. */
async function series(
  able: readonly Subject[],
  operation: Operation,
  connections: number,
): Promise<Series> {
  const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
  const found: Series = { operation, connections, rounds: {} };
  for (const { name } of able) found.rounds[name] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % able.length;
    for (const subject of [...able.slice(turn), ...able.slice(0, turn)]) {
      const measured = await measure(subject, operation, { connections, seconds });
      found.rounds[subject.name]?.push(measured);
    }
  }
  const last = Object.entries(found.rounds).map(
    ([name, all]) => `${name} ${all.at(-1)?.['requests/s'].toFixed(0) ?? '–'}/s`,
  );
  say(`  ${operation} × ${connections}, last round: ${last.join(', ')}`);
  return found;
}

async function bench(): Promise<void> {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    'load before': Number(loadavg()[0]?.toFixed(2)),
    Node: process.version,
    'on the PATH': servers.join(', '),
  };
  await bringUpAll();
  const subjects = running.map(({ name, startSeconds, groups }) => {
    return { name, startSeconds, idleMiB: memoryMiB(groups()) };
  });
  const all: Series[] = [];
  for (const operation of OPERATIONS.filter((name) => isWanted(options.operations, name))) {
    const able = await warmedUp(operation);
    for (const connections of options.connections.split(',').map(Number)) {
      all.push(await series(able, operation, connections));
    }
  }
  const subject = running.find(({ name }) => name === 'real') ?? running[0];
  const live = subject && isWanted(options.operations, 'live') ? await measureLive(subject) : '';
  const results = { at: new Date().toISOString(), machine, subjects, series: all, live };
  const text = report(results);
  const folder = join(ROOT, 'reports');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench.json'), JSON.stringify(results, null, 2));
  await writeFile(join(folder, 'bench.md'), `${text}\n`);
  say(`\n${text}\n\nWritten to reports/bench.md and bench.json`);
}

async function end(): Promise<void> {
  // The floor uses the PostgreSQL of the first subject.
  for (const subject of running.splice(0).reverse()) await subject.stop();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().then(() => process.exit(1)));
}
try {
  await bench();
} finally {
  await end();
}
