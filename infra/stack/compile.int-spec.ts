import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { lightProgram } from './programs.ts';

const run = promisify(execFile);
const folder = temporaryFolder();
const { file, args: flags } = lightProgram('stack/compile.mjs', 1, {});
const compile = () => run(file, flags);

test('a program that was compiled before its first start does not load the compiler for TypeScript', async () => {
  await compile();
  const printLoaded = `data:text/javascript,process.on('exit', () => console.log(process.moduleLoadList.join()))`;
  const { args } = lightProgram('web/publish.ts', 1, { args: [folder(), join(folder(), 'pages')] });
  const { stdout } = await run(file, ['--import', printLoaded, ...args]);
  expect(stdout).toContain('internal/modules/esm/loader');
  expect(stdout).not.toContain('amaro');
});

test('compiling the programs of npm start starts none of them', async () => {
  expect(await compile()).toEqual({ stdout: '', stderr: '' });
});
