import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';

const run = (folder: string, file: string, args: string[]): string =>
  execFileSync(file, args, { cwd: folder, encoding: 'utf8' }).trim();

/** A checkout of another revision with its packages; kept in the temporary folder for the next time. */
export function checkOut(ref: string): { name: string; folder: string } {
  const commit = run(ROOT, 'git', ['rev-parse', '--verify', `${ref}^{commit}`]).slice(0, 12);
  const folder = join(tmpdir(), `studiolo-${commit}`);
  if (!existsSync(folder)) {
    run(ROOT, 'git', ['worktree', 'prune']);
    run(ROOT, 'git', ['worktree', 'add', '--detach', folder, commit]);
  }
  run(folder, process.execPath, ['infra/bootstrap.mjs']);
  return { name: commit, folder };
}
