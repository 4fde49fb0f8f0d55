import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { makePrivate } from './private-folder.ts';

const folder = temporaryFolder();
const modeOf = (...path: string[]) => (statSync(join(folder(), ...path)).mode & 0o777).toString(8);

test('a new data folder is its owner’s alone', () => {
  makePrivate(join(folder(), 'data'));
  expect(modeOf('data')).toBe('700');
});

test('a data folder that others could read until now is closed with all that it holds', () => {
  mkdirSync(join(folder(), 'data', 'redis'), { recursive: true, mode: 0o755 });
  writeFileSync(join(folder(), 'data', 'redis', 'dump.rdb'), '', { mode: 0o644 });
  makePrivate(join(folder(), 'data'));
  expect(modeOf('data')).toBe('700');
  expect(modeOf('data', 'redis')).toBe('700');
  expect(modeOf('data', 'redis', 'dump.rdb')).toBe('600');
});
