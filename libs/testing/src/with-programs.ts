import { spawnSync } from 'node:child_process';

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** `describe` or `test` where these programs are on the PATH; elsewhere its `skip`, after a warning. */
export function withPrograms<Tests extends { skip: Tests }>(
  tests: Tests,
  ...programs: string[]
): Tests {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return tests;
  console.warn(`Tests that need ${missing.join(', ')} are skipped: not on the PATH.`);
  return tests.skip;
}
