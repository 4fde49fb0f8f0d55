// `npm run transport-grid -w tests`: an application that has installed the packed transport from npm, for each Nest and
// ioredis it supports, runs the package's examples on each kind of Redis. A line for each; needs the registry.
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { PackedPackage } from '@studiolo/testing/packed-package';

import { NotHad, provide } from './programs.ts';
import { REDIS_ROWS } from './redis.ts';
import { Place, type Row } from './row.ts';

const VERSIONS = [11, 12].flatMap((nest) => [5, 6].map((ioredis) => ({ nest, ioredis })));
const SERVERS = ['redis-6.2', 'redis-7', 'redis-8', 'valkey', 'redis-tls', 'sentinel'];
/** What each example prints when it works. */
const EXAMPLES = {
  'request-reply': '3 pieces cost 36',
  'dead-letters': 'printed',
  'ordered-jobs': 'publish ends',
};
const counts = { passed: 0, failed: 0, 'not run': 0 };

interface Application {
  title: string;
  packed: PackedPackage;
}

function say(outcome: keyof typeof counts, { title }: Application, row: Row, why = ''): void {
  counts[outcome] += 1;
  console.log(`${outcome.padEnd(8)}${title}, ${row.name}${why && ` (${why})`}`);
}

async function install({ nest, ioredis }: (typeof VERSIONS)[number]): Promise<Application> {
  const packed = await PackedPackage.make();
  await packed.install(nest, ioredis);
  await packed.compile();
  return { title: `Nest ${nest}, ioredis ${ioredis}`, packed };
}

async function runExamples({ packed }: Application, redisUrl: string, env: object) {
  for (const [name, expected] of Object.entries(EXAMPLES)) {
    const printed = await packed.runExample(name, redisUrl, env);
    if (!printed.includes(expected)) throw new Error(`${name} printed ${printed}`);
  }
}

async function runOn(row: Row, applications: readonly Application[]): Promise<void> {
  const { PATH } = process.env;
  const place = await Place.make();
  try {
    const programs = await Promise.all(row.sources.map(provide));
    process.env.PATH = [...programs, PATH].join(delimiter);
    const { own, passed } = (await row.start(place)).stack;
    const caFile = join(place.folder, 'trusted.pem');
    await writeFile(caFile, passed?.REDIS_CA ?? '');
    const env = passed?.REDIS_CA ? { NODE_EXTRA_CA_CERTS: caFile } : {};
    for (const application of applications) {
      await runExamples(application, own?.redisUrl ?? '', env).then(
        () => say('passed', application, row),
        (error: unknown) => say('failed', application, row, String(error)),
      );
    }
  } catch (error) {
    if (!(error instanceof NotHad)) throw error;
    for (const application of applications) say('not run', application, row, error.message);
  } finally {
    await place.end();
    process.env.PATH = PATH;
  }
}

const applications: Application[] = [];
try {
  for (const version of VERSIONS) applications.push(await install(version));
  for (const row of REDIS_ROWS.filter(({ name }) => SERVERS.includes(name))) {
    await runOn(row, applications);
  }
} finally {
  await Promise.all(applications.map(({ packed }) => packed.remove()));
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts['not run']} not run`);
process.exitCode = counts.failed === 0 ? 0 : 1;
