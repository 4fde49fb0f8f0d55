// `npm run bench`: measures the default stack, the same on real servers, the floor and, with --against <git ref>, another
// revision, in alternating rounds, and writes reports/bench.json and reports/bench.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';

import { findProgram, ROOT } from '@studiolo/infra/stack/programs';

import { startFloor } from './floor.ts';
import { measure } from './measure.ts';
import { type Operation, type Options, readOptions } from './options.ts';
import { memoryOf } from './processes.ts';
import { report, type Series } from './report.ts';
import { checkOut } from './revision.ts';
import { turned } from './statistics.ts';
import { startStudiolo } from './studiolo.ts';
import type { Subject } from './subject.ts';

const say = (line: string): void => console.log(line);
const running: Subject[] = [];

async function bringUp(title: string, start: () => Promise<Subject>): Promise<Subject> {
  say(`Starting ${title}`);
  const subject = await start();
  running.push(subject);
  return subject;
}

async function bringUpAll({ subjects, against }: Options): Promise<void> {
  const wanted = (name: Options['subjects'][number]) => subjects.includes(name);
  const defaults = { name: 'default', title: 'npm start', folder: ROOT } as const;
  const first = await bringUp(defaults.title, () =>
    startStudiolo({ ...defaults, stores: 'embedded' }),
  );
  const servers = ['redis-server', 'valkey-server', 'minio'].filter(findProgram);
  if (wanted('real') && servers.length > 0) {
    const title = `npm start with ${servers.join(' and ')}`;
    await bringUp(title, () => startStudiolo({ name: 'real', title, folder: ROOT, stores: '' }));
  } else if (wanted('real'))
    say('SKIPPED real: no redis-server, valkey-server or minio on the PATH');
  if (wanted('floor')) await bringUp('fastify + pg', () => startFloor(first));
  if (against !== undefined) {
    const other = checkOut(against);
    const title = `npm start of ${against}`;
    await bringUp(title, () => startStudiolo({ ...other, title, stores: 'embedded' }));
  }
}

/** Measures every subject once a round, beginning with another one each time, after one run that does not count. */
async function series(
  operation: Operation,
  connections: number,
  { rounds, seconds }: Options,
): Promise<Series> {
  const able = running.filter(({ loads }) => loads[operation]);
  const found: Series = { operation, connections, rounds: {} };
  for (const subject of able) {
    found.rounds[subject.name] = [];
    await measure(subject, operation, { connections, seconds });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of turned(able, round)) {
      const measured = await measure(subject, operation, { connections, seconds });
      found.rounds[subject.name]?.push(measured);
    }
  }
  const last = Object.entries(found.rounds).map(
    ([name, all]) => `${name} ${all.at(-1)?.requestsPerSecond.toFixed(0) ?? '–'}/s`,
  );
  say(`  ${operation} × ${connections}, last round: ${last.join(', ')}`);
  return found;
}

async function bench(options: Options): Promise<void> {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    'load before': Number(loadavg()[0]?.toFixed(2)),
    Node: process.version,
  };
  await bringUpAll(options);
  const subjects = running.map(({ name, title, startSeconds, groups }) => {
    const idleMiB = Object.values(memoryOf(groups())).reduce((total, one) => total + one, 0);
    return { name, title, startSeconds, idleMiB };
  });
  const all: Series[] = [];
  for (const operation of options.operations) {
    for (const connections of options.connections) {
      all.push(await series(operation, connections, options));
    }
  }
  const results = { at: new Date().toISOString(), machine, subjects, series: all };
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
  await bench(readOptions(process.argv.slice(2)));
} finally {
  await end();
}
