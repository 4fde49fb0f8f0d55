import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

const checkout = temporaryFolder();
const at = (path: string) => join(checkout(), path);

// Replaces npm so that nothing is downloaded; records its first argument.
const NPM = `#!/bin/sh
echo "$1" > npm-call.txt
[ "$NO_SCRIPTS" ] || { mkdir -p node_modules/node/bin && touch node_modules/node/bin/node; }
`;

beforeEach(() => {
  mkdirSync(at('infra'));
  mkdirSync(at('bin'));
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), at('infra/bootstrap.mjs'));
  writeFileSync(at('bin/npm'), NPM, { mode: 0o755 });
  const packages = {
    '': { name: 'studiolo' },
    'node_modules/pg': { version: '8.1.0' },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
  };
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages }));
});

function bootstrap(env: Record<string, string> = {}) {
  const done = spawnSync(process.execPath, ['infra/bootstrap.mjs'], {
    cwd: checkout(),
    encoding: 'utf8',
    env: { ...env, PATH: `${at('bin')}:${process.env.PATH}` },
  });
  const call = at('npm-call.txt');
  const npm = existsSync(call) ? readFileSync(call, 'utf8').trim() : undefined;
  return { output: done.stdout + done.stderr, npm };
}

function installed(version: string): void {
  mkdirSync(at('node_modules'));
  const packages = { 'node_modules/pg': { version } };
  writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

describe('before npm start', () => {
  test('packages are installed on a fresh clone, with a message', () => {
    const { output, npm } = bootstrap();
    expect(npm).toBe('install');
    expect(output).toContain('Installing packages');
    expect(output).toContain('Packages installed in');
  });

  test('disabled install scripts are reported, with the command that runs them', () => {
    expect(bootstrap({ NO_SCRIPTS: '1' }).output).toContain('npm rebuild --ignore-scripts=false');
  });

  test('nothing happens when the packages of the lock file are installed', () => {
    installed('8.1.0');
    expect(bootstrap()).toEqual({ output: '', npm: undefined });
  });

  test('a changed lock file is installed over the existing packages', () => {
    installed('8.0.9');
    expect(bootstrap().npm).toBe('install');
  });
});
