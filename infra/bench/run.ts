// `npm run bench`: measures Studiolo beside others on the same stores, in one run. See docs/performance.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT } from '../stack/programs.ts';
import { compare } from './compare.ts';
import { LoadGenerator } from './measure/load.ts';
import { type Options, readOptions } from './options.ts';
import { report } from './report/report.ts';
import type { Results, SubjectInfo } from './results.ts';
import { floor } from './subjects/floor.ts';
import { monolith } from './subjects/monolith.ts';
import { Stores } from './subjects/stores.ts';
import { studiolo } from './subjects/studiolo.ts';
import type { RunningSubject, Subject } from './subjects/subject.ts';

const OTHERS: readonly Subject[] = [floor, monolith];
const RESULTS = join(import.meta.dirname, 'results');

const say = (line: string): void => console.log(line);
const running = new Map<string, RunningSubject>();
const subjects: Record<string, SubjectInfo> = {};

async function bringUp(stores: Stores, subject: Subject): Promise<void> {
  const { name, title } = subject;
  subjects[name] = { title };
  try {
    await subject.prepare?.(stores);
    const up = await subject.start(stores);
    running.set(name, up);
    say(`  ${title} is up (${up.startSeconds.toFixed(2)} s)`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    subjects[name] = { title, unavailable: reason.split('\n')[0] ?? '' };
    say(`  ${title} cannot be measured: ${reason}`);
  }
}

async function machine(stores: Stores): Promise<Results['machine']> {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    'load average before': Number(loadavg()[0]?.toFixed(2)),
    Node: process.version,
    ...(await stores.versions()),
  };
}

function warnOfRedis(versions: Record<string, string | number>): void {
  if (!String(versions.Redis).startsWith('js-redis')) return;
  say('\n  !! No redis-server or valkey-server on the PATH: the embedded stand-in is measured,');
  say('  !! which is several times slower. Install one for figures that mean something.\n');
}

async function keep(results: Results): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, results.at.slice(0, 10));
  await writeFile(`${file}.json`, `${JSON.stringify(results, null, 1)}\n`);
  await writeFile(`${file}.md`, `# Measured on ${results.at.slice(0, 10)}\n\n${report(results)}\n`);
  say(`\n${report(results)}\n\nKept in ${file}.json and .md`);
}

async function run(stores: Stores, generator: LoadGenerator, options: Options): Promise<void> {
  const about = await machine(stores);
  warnOfRedis(about);
  say('Starting what is measured');
  const chosen = [studiolo, ...OTHERS.filter(({ name }) => options.against.includes(name))];
  for (const subject of chosen) await bringUp(stores, subject);
  const series = await compare({ stores, generator, running, say }, options);
  await keep({
    at: new Date().toISOString(),
    command: ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/ --$/, ''),
    machine: about,
    seconds: options.seconds,
    subjects,
    series,
    footprints: {},
  });
}

const options = readOptions(
  process.argv.slice(2),
  OTHERS.map(({ name }) => name),
);
const dataDir = resolve(ROOT, process.env.DATA_DIR ?? '.data', 'bench');
const generator = new LoadGenerator();
const stores = await Stores.start(dataDir);
const end = async (): Promise<void> => {
  generator.stop();
  await Promise.all([...running.values()].map((subject) => subject.stop()));
  await stores.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().then(() => process.exit(1)));
}
try {
  await run(stores, generator, options);
} finally {
  await end();
}
