import { createRequire } from 'node:module';
import type { Command } from './child.ts';
import { ROOT } from './programs.ts';

/** Builds every project through Nx, which skips what has not changed. */
export function buildCommand(): Command {
  const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
  return {
    file: process.execPath,
    args: [nx, 'run-many', '-t', 'build', '--outputStyle=static'],
    cwd: ROOT,
    env: { NX_TUI: 'false', NX_DAEMON: 'false', NODE_ENV: 'production' },
  };
}
