import { findProgram } from '../stack/programs.ts';

/** `describe` or `test` where these programs are on the PATH; elsewhere its `skip`, after a warning. */
export function withPrograms<Tests extends { skip: Tests }>(
  tests: Tests,
  ...programs: string[]
): Tests {
  const missing = programs.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return tests;
  console.warn(`Tests that need ${missing.join(', ')} are skipped: not on the PATH.`);
  return tests.skip;
}
