import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { ROOT } from '../stack/programs.ts';

const folder = temporaryFolder();
const asked = () => readFileSync(join(folder(), 'asked'), 'utf8').trim();

/** Runs the script with a `docker` that writes down what it is asked for. */
function scale(...args: string[]) {
  const docker = join(folder(), 'docker');
  writeFileSync(join(folder(), 'asked'), '');
  writeFileSync(docker, `#!/bin/sh\necho "$@" >> '${join(folder(), 'asked')}'\n`, { mode: 0o755 });
  const PATH = `${folder()}:${process.env.PATH}`;
  const script = join(ROOT, 'infra', 'compose', 'scale');
  return spawnSync(script, args, { encoding: 'utf8', env: { ...process.env, PATH } });
}

test('another number of replicas recreates nothing, builds nothing and touches no other service', () => {
  const { status, stdout } = scale('storage', '3');
  expect(status).toBe(0);
  expect(asked()).toBe(
    'compose up --detach --no-build --no-deps --no-recreate --wait --scale storage=3 storage',
  );
  expect(stdout).toContain('STORAGE_REPLICAS=3');
});

test.each([[[]], [['storage']], [['postgres', '2']], [['storage', '0']], [['storage', 'many']]])(
  'anything but a service of Studiolo and a number is refused: %j',
  (args) => {
    const { status, stderr } = scale(...args);
    expect([status, asked()]).toEqual([2, '']);
    expect(stderr).toContain('Usage: infra/compose/scale');
  },
);
