// Real runs of jest and Playwright.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { ROOT } from '@studiolo/infra/stack/programs';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { countsIn, failuresIn, type Report } from './report.ts';
import { runProgram } from './support/run-program.ts';

// A process takes long to start on a busy machine.
jest.setTimeout(120_000);

const CAT = `describe('A cat', () => {
  test('purrs', () => expect('hiss').toBe('purr'));
  test('sleeps', () => undefined);
});`;

const folder = temporaryFolder();

async function run(source: string, program: string, ...args: string[]): Promise<Report> {
  await writeFile(join(folder(), 'cat.test.js'), source);
  const report = join(folder(), 'report.json');
  await runProgram(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: folder(),
    // Playwright refuses to run where a worker of jest seems to be.
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, JEST_WORKER_ID: '' },
  });
  return JSON.parse(await readFile(report, 'utf8')) as Report;
}

const runJest = (source: string) =>
  run(source, 'jest/bin/jest.js', '--config={}', '--json', '--outputFile=report.json');

const runPlaywright = (source: string) => {
  const playwright = JSON.stringify(join(ROOT, 'node_modules/@playwright/test'));
  const imports = `const { expect, test } = require(${playwright}); const { describe } = test;`;
  return run(`${imports}\n${source}`, '@playwright/test/cli.js', 'test', '--reporter=json');
};

describe.each([
  ['jest', runJest],
  ['Playwright', runPlaywright],
])('after a run of %s', (_, runSource) => {
  test('a test that failed is named with its message', async () => {
    const report = await runSource(CAT);
    expect(countsIn(report)).toEqual([1, 1, 0]);
    expect(failuresIn(report)).toEqual([
      expect.stringMatching(
        /cat\.test\.js › A cat › purrs\n.*\n *Expected: "purr"\n *Received: "hiss"$/,
      ),
    ]);
  });

  test('a file that could not be read is named with its message', async () => {
    const report = await runSource('throw new Error("No cat today.");');
    expect(failuresIn(report)[0]).toContain('No cat today.');
  });
});
