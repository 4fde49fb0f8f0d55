// `npm run transport-grid -w tests`: an application that has installed the packed transport from npm, for each Nest and
// ioredis it supports, runs the package's examples on each kind of Redis. A line for each; needs the registry.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { PackedPackage } from './packed-transport.ts';
import { NotHad, provide } from './programs.ts';
import { REDIS_ROWS } from './redis.ts';
import { Place, type Row } from './row.ts';

const VERSIONS = [11, 12].flatMap((nest) => [5, 6].map((ioredis) => [nest, ioredis] as const));
const SERVERS = ['redis-6.2', 'redis-7', 'redis-8', 'valkey', 'redis-tls', 'sentinel'];
const PRINTED_BY = { 'request-reply': '3 pieces cost 36', 'dead-letters': 'printed' };
/** Without the servers of any row. */
const { PATH } = process.env;
const applications = new Map<string, PackedPackage>();
const counts = { passed: 0, failed: 0, 'not run': 0 };

function say(outcome: keyof typeof counts, what: string): void {
  counts[outcome] += 1;
  console.log(outcome.padEnd(8) + what);
}

async function runExamples(packed: PackedPackage, redisUrl: string, env: object): Promise<void> {
  for (const [name, expected] of Object.entries(PRINTED_BY)) {
    const printed = await packed.runExample(name, redisUrl, env);
    if (!printed.includes(expected)) throw new Error(`${name} printed ${printed}`);
  }
}

async function runOn(row: Row, place: Place): Promise<void> {
  process.env.PATH = PATH;
  const programs = await Promise.all(row.sources.map(provide));
  process.env.PATH = [...programs, PATH].join(delimiter);
  const { own, passed } = (await row.start(place)).stack;
  const caFile = join(place.folder, 'trusted.pem');
  await writeFile(caFile, passed?.REDIS_CA ?? '');
  const env = passed?.REDIS_CA ? { NODE_EXTRA_CA_CERTS: caFile } : {};
  for (const [title, packed] of applications) {
    await runExamples(packed, own?.redisUrl ?? '', env).then(
      () => say('passed', `${title}, ${row.name}`),
      (error: unknown) => say('failed', `${title}, ${row.name} (${String(error)})`),
    );
  }
}

if (spawnSync('npm', ['ping']).status !== 0) {
  console.log('not run: the registry cannot be reached');
  process.exit(0);
}
for (const [nest, ioredis] of VERSIONS) {
  const packed = await PackedPackage.make();
  const nestPackages = ['common', 'core', 'microservices'].map((name) => `@nestjs/${name}@${nest}`);
  await packed.install(
    ...nestPackages,
    `ioredis@${ioredis}`,
    'reflect-metadata@0.2',
    'rxjs@7',
    '@types/node@24',
  );
  await packed.compile();
  applications.set(`Nest ${nest}, ioredis ${ioredis}`, packed);
}
for (const row of REDIS_ROWS.filter(({ name }) => SERVERS.includes(name))) {
  const place = await Place.make();
  await runOn(row, place).catch((error: unknown) =>
    say(error instanceof NotHad ? 'not run' : 'failed', `${row.name} (${String(error)})`),
  );
  await place.end();
}
for (const packed of applications.values()) await packed.remove();
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts['not run']} not run`);
process.exitCode = counts.failed === 0 ? 0 : 1;
