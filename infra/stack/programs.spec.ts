import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { installedServer } from './programs.ts';

const { PATH, STORES } = process.env;
const folder = temporaryFolder();

beforeEach(() => {
  writeFileSync(join(folder(), 'valkey-server'), '');
  chmodSync(join(folder(), 'valkey-server'), 0o755);
  process.env.PATH = folder();
  delete process.env.STORES;
});
afterEach(() => {
  process.env.PATH = PATH;
  if (STORES === undefined) delete process.env.STORES;
  else process.env.STORES = STORES;
});

describe('an installed server', () => {
  test('is found under any of its names', () => {
    const found = installedServer('redis-server', 'valkey-server');
    expect(found).toBe(join(folder(), 'valkey-server'));
    expect(installedServer('minio')).toBeUndefined();
  });

  test('is ignored with STORES=embedded', () => {
    process.env.STORES = 'embedded';
    expect(installedServer('valkey-server')).toBeUndefined();
  });

  test('is required with STORES=installed', () => {
    process.env.STORES = 'installed';
    expect(installedServer('valkey-server')).toBe(join(folder(), 'valkey-server'));
    expect(() => installedServer('minio')).toThrow('STORES=installed needs minio on the PATH');
  });
});
