import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageScript, ROOT } from '../stack/programs.ts';
import { execute } from '../test/execute.ts';
import { firstWords } from './battery-case.ts';
import type { CoveredCase, CoveredCases } from './covered.ts';
import { type Row, show } from './row.ts';

/** What the runner reads in jest's report. */
export interface JestReport {
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    assertionResults: {
      title: string;
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages: string[];
    }[];
  }[];
}

type Found = JestReport['testResults'][number]['assertionResults'][number];

export const readReport = (file: string): JestReport =>
  JSON.parse(readFileSync(file, 'utf8')) as JestReport;

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Runs jest on a part of the workspace and leaves its report in the file. */
export function runJest(report: string, ...flags: string[]): Promise<boolean> {
  return execute({
    args: [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      packageScript('jest', 'bin/jest.js'),
      ...['--runInBand', '--json', `--outputFile=${report}`],
      ...flags,
    ],
    env: { NODE_ENV: 'test' },
  });
}

const rowId = (id: string, index: number, count: number): string =>
  count === 1 ? id : `${id} ${index + 1}`;

function testsOf({ file, title }: CoveredCase, report: JestReport): Found[] {
  const suite = report.testResults.find(({ name }) => name === join(ROOT, file));
  const ran = suite?.assertionResults.filter(({ status }) => status !== 'pending') ?? [];
  return ran.filter((found) => found.title === title || found.fullName === title);
}

/** The row of a case that another test holds; one that no test answers to has failed. */
export function coveredRow(id: string, covered: CoveredCase, report: JestReport): Row {
  const { done, expected, file, title } = covered;
  const tests = testsOf(covered, report);
  const failed = tests.find(({ status }) => status !== 'passed');
  const milliseconds = tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const text = {
    none: `failure: no test of ${file} is called "${title}"`,
    failed: `failure: ${firstWords(failed?.failureMessages[0] ?? 'unknown')}`,
    passed: `"${title}" passes (${file})`,
  };
  const outcome = tests.length === 0 ? 'none' : failed ? 'failed' : 'passed';
  return {
    ...{ id, done, expected },
    seen: text[outcome],
    verdict: outcome === 'passed' ? 'passed' : 'failed',
    seconds: Math.round(milliseconds / 100) / 10,
    at: new Date().toISOString(),
  };
}

/**
 * Runs the tests of one project. Each project has a run of its own: the set-ups of several would hand their
 * addresses to the tests in the same environment, and the last one's mailbox would be everybody's.
 */
async function runProject(
  project: CoveredCase['project'],
  cases: readonly CoveredCase[],
  report: string,
): Promise<JestReport> {
  const titles = cases.map(({ title }) => escaped(title)).join('|');
  await runJest(
    report,
    ...['--selectProjects', project],
    ...['--runTestsByPath', ...new Set(cases.map(({ file }) => file))],
    // A title may be followed by nothing, so that a shorter one does not run a longer one's test as well.
    ...['--testNamePattern', `(^| )(${titles})$`],
  );
  return readReport(report);
}

/** Runs the tests that hold the cases, each once, and gives a row for every case. */
export async function runCovered(cases: CoveredCases, report: string): Promise<Row[]> {
  const byProject = Map.groupBy(Object.values(cases).flat(), ({ project }) => project);
  const found: JestReport = { numRuntimeErrorTestSuites: 0, testResults: [] };
  for (const [project, several] of byProject) {
    found.testResults.push(...(await runProject(project, several, report)).testResults);
  }
  const rows = Object.entries(cases).flatMap(([id, several]) =>
    several.map((one, index) => coveredRow(rowId(id, index, several.length), one, found)),
  );
  rows.forEach(show);
  return rows;
}
