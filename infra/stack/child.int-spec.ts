import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { startChild } from './child.ts';

const LONGEST_BYTES = 10_000;
const LINES = 1000;
const folder = temporaryFolder();

const printing = `for (let n = 1; n <= ${LINES}; n += 1) console.log('line ' + String(n).padStart(94, '0'))`;

test('the log of a running process never grows beyond its limit, and ends with the last line', async () => {
  const file = join(folder(), 'talker.log');
  const command = { file: process.execPath, args: ['--eval', printing] };
  const log = { file, onLine: () => undefined, longestBytes: LONGEST_BYTES };
  expect(await startChild('talker', command, log).exited).toBe('code 0');
  expect(statSync(file).size).toBeLessThanOrEqual(LONGEST_BYTES);
  expect(statSync(`${file}.old`).size).toBeLessThanOrEqual(LONGEST_BYTES);
  const kept = `${readFileSync(`${file}.old`, 'utf8')}${readFileSync(file, 'utf8')}`;
  const numbers = kept
    .trimEnd()
    .split('\n')
    .map((line) => Number(line.slice(5)));
  expect(numbers).toEqual(numbers.map((_number, index) => LINES + 1 - numbers.length + index));
});
