import type { Command } from './child.ts';
import { packageScript, ROOT } from './programs.ts';

/** Builds all but the excluded projects through Nx, which skips unchanged ones. */
export const buildCommand = (...excluded: string[]): Command => ({
  file: process.execPath,
  args: [
    ...[packageScript('nx', 'dist/bin/nx.js'), 'run-many', '-t', 'build'],
    ...excluded.flatMap((project) => ['--exclude', project]),
  ],
  cwd: ROOT,
  // Runs Nx without a daemon and without plug-in workers, which would outlive it.
  env: {
    NX_TUI: 'false',
    NX_DAEMON: 'false',
    NX_ISOLATE_PLUGINS: 'false',
    NODE_ENV: 'production',
  },
});

/** Builds all but the front end, which Vite serves from its sources in `npm run dev`. */
export const backEndBuild = (): Command => buildCommand('@studiolo/frontend');
