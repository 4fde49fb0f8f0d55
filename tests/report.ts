// What `npm test` reads from a report in JSON, of jest or of Playwright.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Report extends Partial<Record<`num${string}`, number>> {
  /** From here on jest's. */
  testResults?: { name: string; message: string }[];
  /** From here on Playwright's. */
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites?: Suite[];
  /** What failed outside of a test. */
  errors?: { message?: string }[];
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

const LINES_OF_A_FAILURE = 12;

/** Passed, failed and skipped. */
export function countsIn({ stats, ...jest }: Report): [number, number, number] {
  const count = (...names: string[]) =>
    names.reduce((sum, name) => sum + (jest[`num${name}`] ?? 0), 0);
  if (stats) return [stats.expected + stats.flaky, stats.unexpected, stats.skipped];
  return [
    count('PassedTests'),
    count('FailedTests', 'RuntimeErrorTestSuites'),
    count('PendingTests', 'TodoTests'),
  ];
}

/** Each failed test: its title and how its message begins, without the source and the stack that follow. */
export function failuresIn({ testResults = [], errors = [], suites = [] }: Report): string[] {
  // jest puts the messages of a file's tests into one text, each behind a bullet.
  const ofJest = testResults.flatMap(({ name, message }) =>
    message
      .split(/^ {2}● /m)
      .map((failure) => `${relative('.', name)} › ${failure}`)
      .slice(1),
  );
  const outsideOfTests = errors.map(({ message }) => message ?? '');
  return [...ofJest, ...outsideOfTests, ...suites.flatMap(failuresInSuite)].map((failure) => {
    const [message = ''] = stripVTControlCharacters(failure).split(/^\s*(?:>?\s*\d+ \||at )/m);
    const lines = message.split('\n').filter((line) => line.trim() !== '');
    return lines.slice(0, LINES_OF_A_FAILURE).join('\n');
  });
}

function failuresInSuite({ title, suites = [], specs }: Suite): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => `${spec.title}\n${results.at(-1)?.error?.message ?? ''}`),
  );
  return [...own, ...suites.flatMap(failuresInSuite)].map((failure) => `${title} › ${failure}`);
}
