// `npm run mutants`: changes the rules of the product, one place at a time, and counts the changes that no test notices.
//   npm run mutants -- contracts quota
//   npm run mutants -- --tests quota     also names the tests without which as many changes would be noticed; takes longer.
//                                        Read them before deleting one: few changes are of the kind that a table of
//                                        hostile inputs is there for
import { relative } from 'node:path';
import { parseArgs } from 'node:util';

import { Stryker } from '@stryker-mutator/core';

import { modules, type MutatedModule } from './modules.ts';
import { spareTests } from './spare-tests.ts';

const LEAST_PERCENT = 85;
/** For a change that makes the code run for ever. Tests that only wait fail by jest's own limit before. */
const TIMEOUT_MS = 60_000;
/** Of these, a test failed or the change never ended. */
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

const { positionals: named, values: options } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'boolean', default: false } },
});

interface Score {
  name: string;
  noticed: number;
  unnoticed: string[];
  spare: string[];
}

async function scoreOf({ name, project, mutate, specs }: MutatedModule): Promise<Score> {
  // Read by the configuration of jest, in the processes that Stryker starts.
  Object.assign(process.env, { MUTATED_PROJECT: project, MUTATED_SPECS: specs.join(' ') });
  const stryker = new Stryker({
    mutate,
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: { projectType: 'custom', configFile: 'tests/mutation/jest.config.mjs' },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 1,
    disableBail: options.tests,
    timeoutMS: TIMEOUT_MS,
    reporters: ['progress-append-only'],
    checkers: [],
    tempDirName: '.stryker-tmp',
    ignorePatterns: ['dist', 'docs', 'infra', 'bench', 'reports', '.nx', '.data'],
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  const count = (statuses: string[]) => results.filter(({ status }) => statuses.includes(status));
  const unnoticed = count(UNNOTICED).map(
    ({ fileName, location, mutatorName, replacement }) =>
      `${relative('.', fileName)}:${location.start.line}  ${mutatorName}: ${replacement?.split('\n')[0]}`,
  );
  const spare = options.tests ? spareTests(results) : [];
  return { name, noticed: count(NOTICED).length, unnoticed, spare };
}

const percent = (noticed: number, unnoticed: number) => (100 * noticed) / (noticed + unnoticed);

const scores: Score[] = [];
for (const module of modules) {
  if (named.length > 0 && !named.includes(module.name)) continue;
  const score = await scoreOf(module);
  const { name, noticed, unnoticed, spare } = score;
  for (const line of unnoticed) console.log(line);
  for (const test of spare) console.log(`notices nothing alone: ${test}`);
  const share = percent(noticed, unnoticed.length).toFixed(1);
  console.log(`${name.padEnd(14)} ${share} %  ${noticed} of ${noticed + unnoticed.length}`);
  scores.push(score);
}
const all = (count: (score: Score) => number) => scores.reduce((sum, one) => sum + count(one), 0);
const total = percent(
  all(({ noticed }) => noticed),
  all(({ unnoticed }) => unnoticed.length),
);
console.log(`mutation score ${total.toFixed(1)} %, of which ${LEAST_PERCENT} % are wanted`);
if (total < LEAST_PERCENT) process.exitCode = 1;
