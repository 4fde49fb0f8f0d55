import type { Command } from './child.ts';
import { packageScript, ROOT } from './programs.ts';

/** Runs a target of every project through Nx, which skips what has not changed. */
export function nxCommand(target = 'build'): Command {
  return {
    file: process.execPath,
    args: [packageScript('nx', 'dist/bin/nx.js'), 'run-many', '-t', target],
    cwd: ROOT,
    env: { NX_TUI: 'false', NX_DAEMON: 'false', NODE_ENV: 'production' },
  };
}
