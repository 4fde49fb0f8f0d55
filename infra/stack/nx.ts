import type { Command } from './child.ts';
import { packageScript, ROOT } from './programs.ts';

const nx = (...args: string[]): Command => ({
  file: process.execPath,
  args: [packageScript('nx', 'dist/bin/nx.js'), ...args],
  cwd: ROOT,
  // Everything in one process: no daemon and no plug-in workers that would outlive it.
  env: {
    NX_TUI: 'false',
    NX_DAEMON: 'false',
    NX_ISOLATE_PLUGINS: 'false',
    NODE_ENV: 'production',
  },
});

/** Runs a target of every project but the excluded ones through Nx, which skips what has not changed. */
export function nxCommand(target = 'build', excluded: string[] = []): Command {
  return nx(
    ...['run-many', '-t', target],
    ...excluded.flatMap((project) => ['--exclude', project]),
  );
}

/** Prints the names of the projects that the files belong to, and of those that depend on these, as JSON. */
export const affectedProjects = (files: Iterable<string>): Command =>
  nx('show', 'projects', '--affected', `--files=${[...files].join()}`, '--json');

/** Builds what `npm run dev` runs: Vite serves the front end from its sources. */
export const backEndBuild = (): Command => nxCommand('build', ['@studiolo/frontend']);
