import './support/service.js';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PackedPackage, runTool } from '@studiolo/testing/packed-package';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

const { name, exports } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { name: string; exports: Record<string, unknown> };
const entryPoints = Object.keys(exports)
  .filter((path) => path !== './package.json')
  .map((path) => join(name, path));

let packed: PackedPackage;

beforeAll(async () => {
  packed = await PackedPackage.make();
  await packed.installOffline();
  await packed.compile();
}, 300_000);

afterAll(() => packed.remove());

it('the packed package has no fault that publint knows', async () => {
  const args = ['run', packed.tarball, '--strict'];
  expect(await runTool('publint/src/cli.js', args, packed.folder)).toContain('All good!');
}, 120_000);

it('the packed types are found by every resolution, from ES modules and from CommonJS', async () => {
  // What it would warn of: in CommonJS the package needs a Node that can require ES modules.
  const requirable = ['--ignore-rules', 'cjs-resolves-to-esm'];
  const args = [packed.tarball, '--profile', 'node16', ...requirable];
  await expect(
    runTool('@arethetypeswrong/cli/dist/index.js', args, packed.folder),
  ).resolves.toBeDefined();
}, 120_000);

it.each(entryPoints)(
  'CommonJS can require %s, and gets what an import gets',
  async (entryPoint) => {
    const print = 'console.log(Object.keys(entryPoint).sort().join())';
    const [required, imported] = await Promise.all([
      packed.runFile('required.cjs', `const entryPoint = require('${entryPoint}');${print}`),
      packed.runFile('imported.mjs', `import * as entryPoint from '${entryPoint}';${print}`),
    ]);
    expect(required).toBe(imported);
  },
);

describe.each(redisKinds)('an application that has installed the tarball, on %s', (kind) => {
  let redis: RedisProcess;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
  });

  afterAll(() => redis.stop());

  it('asks and is answered', async () => {
    const printed = await packed.runExample('request-reply', redis.url);
    expect(printed).toBe('1 pieces cost 12\n2 pieces cost 24\n3 pieces cost 36\n');
  });

  it('runs the jobs of one key in order and those of two keys side by side', async () => {
    const printed = await packed.runExample('ordered-jobs', redis.url);
    const lines = printed.trim().split('\n');
    expect(lines.filter((line) => line.startsWith('ann'))).toEqual([
      ...['ann: upload starts', 'ann: upload ends', 'ann: resize starts', 'ann: resize ends'],
      ...['ann: publish starts', 'ann: publish ends'],
    ]);
    expect(lines).toHaveLength(12);
  });

  it('parks an event that fails and replays it', async () => {
    const printed = await packed.runExample('dead-letters', redis.url);
    expect(printed.trim().split('\n')).toEqual([
      ...['order 7, try 1', 'order 7, try 2', 'parked after 2 tries: {"id":7}'],
      ...['mended', 'order 7, try 1', 'printed'],
    ]);
  });
});
