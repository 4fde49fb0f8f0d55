import type { CoveredCase } from '../covered.ts';

type Case = [done: string, expected: string, title: string];

/** The cases that tests of one file hold. */
export const within =
  (project: CoveredCase['project'], file: string) =>
  (...cases: Case[]): CoveredCase[] =>
    cases.map(([done, expected, title]) => ({ project, file, done, expected, title }));
