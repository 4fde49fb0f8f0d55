import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { installedServer } from './programs.ts';

const folder = temporaryFolder();

beforeEach(() => {
  writeFileSync(join(folder(), 'valkey-server'), '', { mode: 0o755 });
  jest.replaceProperty(process, 'env', { PATH: folder() });
});
afterEach(() => jest.restoreAllMocks());

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
