import { spawnSync } from 'node:child_process';

function isThere(program: string): boolean {
  const [file = '', ...words] = program.split(' ');
  if (words.length > 0) return spawnSync(file, words).status === 0;
  return spawnSync(file, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/**
 * `describe` or `test` where these programs are on the PATH, and commands such as `docker info` succeed; elsewhere its
 * `skip`, after a warning.
 */
export function withPrograms<Tests extends { skip: Tests }>(
  tests: Tests,
  ...programs: string[]
): Tests {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return tests;
  console.warn(`Tests that need ${missing.join(', ')} are skipped: not found here.`);
  return tests.skip;
}
