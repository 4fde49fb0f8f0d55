import { readFileSync } from 'node:fs';

/** How many tests of a step ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that could not even be loaded. */
  numRuntimeErrorTestSuites: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Failures outside any test. */
  errors: unknown[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

export function jestCounts(file: string): Counts {
  const report = read(file) as JestReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A flaky test passed at last, but not at once: it counts as failed. */
export function playwrightCounts(file: string): Counts {
  const { stats, errors } = read(file) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** The last line of `npm test`. */
export function summary(all: Counts[]): string {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum('skipped');
  const line = `${sum('passed')} passed, ${sum('failed')} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}
