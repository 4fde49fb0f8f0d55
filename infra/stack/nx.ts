import type { Command } from './child.ts';
import { packageScript, ROOT } from './programs.ts';

/** Runs a target of every project but the excluded ones through Nx, which skips what has not changed. */
export function nxCommand(target = 'build', excluded: string[] = []): Command {
  return {
    file: process.execPath,
    args: [
      packageScript('nx', 'dist/bin/nx.js'),
      ...['run-many', '-t', target],
      ...excluded.flatMap((project) => ['--exclude', project]),
    ],
    cwd: ROOT,
    // Everything in one process: no daemon and no plug-in workers that would outlive it.
    env: {
      NX_TUI: 'false',
      NX_DAEMON: 'false',
      NX_ISOLATE_PLUGINS: 'false',
      NODE_ENV: 'production',
    },
  };
}

/** Builds what `npm run dev` runs: Vite serves the front end from its sources. */
export const backEndBuild = (): Command => nxCommand('build', ['@studiolo/frontend']);
