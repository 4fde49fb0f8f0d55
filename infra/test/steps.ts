import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { nxCommand } from '../stack/nx.ts';
import { packageScript, ROOT } from '../stack/programs.ts';
import { type Counts, jestCounts, playwrightCounts } from './counts.ts';

/** One step of `npm test`: a program that succeeds or fails, and perhaps a report that counts tests. */
export interface Step {
  name: string;
  args: string[];
  env?: Record<string, string>;
  /** Reads what the program reported; a step without a report counts as one test. */
  counts?: () => Counts;
}

/** Most tests wait most of the time, so two files at once are right even for two cores. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism() - 1));
const REPORTS = join(ROOT, 'reports');

function jest(name: string, projects: string[], ...flags: string[]): Step {
  const report = join(REPORTS, `${name}.json`);
  return {
    name,
    args: [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      packageScript('jest', 'bin/jest.js'),
      '--selectProjects',
      ...projects,
      '--json',
      `--outputFile=${report}`,
      // A test that failed may have left connections open; the run has to end all the same.
      '--forceExit',
      ...flags,
    ],
    env: { NODE_ENV: 'test' },
    counts: () => jestCounts(report),
  };
}

function nx(name: string, target: string): Step {
  const { args, env = {} } = nxCommand(target);
  return { name, args, env };
}

/** The browser tests, wherever their configuration stands; none before there is one. */
function browser(): Step[] {
  const report = join(REPORTS, 'browser.json');
  const config = ['frontend']
    .map((folder) => join(ROOT, folder, 'playwright.config.ts'))
    .find((file) => existsSync(file));
  if (config === undefined) return [];
  return [
    {
      name: 'browser',
      args: [
        packageScript('@playwright/test', 'cli.js'),
        'test',
        '-c',
        config,
        '--reporter=list,json',
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      counts: () => playwrightCounts(report),
    },
  ];
}

/**
 * All steps. Those of one lane run one after another and the lanes side by side: one lane holds what runs whole stacks
 * and waits a lot, the other keeps the processor busy meanwhile.
 */
export function lanes(): Step[][] {
  return [
    [nx('build', 'build'), jest('e2e', ['e2e'], '--runInBand'), ...browser()],
    [
      { name: 'format', args: [packageScript('prettier', 'bin/prettier.cjs'), '--check', '.'] },
      nx('lint', 'lint'),
      nx('types', 'typecheck'),
      {
        name: 'cycles',
        args: [
          packageScript('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
          ...['libs', 'services', 'gateway', 'frontend', 'infra', 'tests'],
          '--config',
        ],
      },
      { name: 'dead-code', args: [packageScript('knip', 'bin/knip.js')] },
      jest('unit', ['unit', 'frontend'], `--maxWorkers=${WORKERS}`),
      jest('integration', ['integration'], `--maxWorkers=${WORKERS}`),
    ],
  ];
}
