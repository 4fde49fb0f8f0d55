import type { Command } from './child.ts';
import { packageScript, ROOT } from './programs.ts';

const nx = (...args: string[]): Command => ({
  file: process.execPath,
  args: [packageScript('nx', 'dist/bin/nx.js'), ...args],
  cwd: ROOT,
  // Runs Nx without a daemon and without plug-in workers, which would outlive it.
  env: {
    NX_TUI: 'false',
    NX_DAEMON: 'false',
    NX_ISOLATE_PLUGINS: 'false',
    NODE_ENV: 'production',
  },
});

/** Runs a target of all but the excluded projects through Nx, which skips unchanged ones. */
export function nxCommand(target = 'build', excluded: string[] = []): Command {
  return nx(
    ...['run-many', '-t', target],
    ...excluded.flatMap((project) => ['--exclude', project]),
  );
}

/** Prints as JSON the names of the projects with these files, and of the projects that depend on them. */
export const affectedProjects = (files: Iterable<string>): Command =>
  nx('show', 'projects', '--affected', `--files=${[...files].join()}`, '--json');

/** Builds all but the front end, which Vite serves from its sources in `npm run dev`. */
export const backEndBuild = (): Command => nxCommand('build', ['@studiolo/frontend']);
