import { relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { watch } from 'chokidar';

import { backEndBuild } from './nx.ts';
import { SCALABLE, type Scalable } from './plan.ts';
import { ROOT } from './programs.ts';
import type { Stack } from './stack.ts';

const SETTLE_MS = 150;

/** The folder whose code a part runs, beside that of the libraries. */
const folderOf = (part: Scalable): string =>
  part === 'gateway' ? 'gateway/' : `services/${part}/`;

const isSource = (path: string): boolean =>
  path.includes('/src/') && !/\.(int-)?spec\.ts$/.test(path);

/** The parts that run code from the changed files. */
export const affectedParts = (paths: string[]): Scalable[] =>
  SCALABLE.filter((part) =>
    paths.some((path) => path.startsWith('libs/') || path.startsWith(folderOf(part))),
  );

/** Rebuilds whenever a source of the back end changes, and restarts the affected parts. */
export function rebuildOnChange(stack: Stack): void {
  const changed = new Set<string>();
  let rebuilt: Promise<void> = Promise.resolve();
  const rebuild = async () => {
    await delay(SETTLE_MS);
    const paths = [...changed];
    changed.clear();
    await buildAndRestart(stack, paths);
  };

  watch(['libs', 'services', 'gateway'], {
    cwd: ROOT,
    ignoreInitial: true,
    ignored: (path) => /(^|[\\/])(node_modules|dist)([\\/]|$)/.test(relative(ROOT, path)),
  }).on('all', (_event, path) => {
    const file = path.split(sep).join('/');
    if (!isSource(file)) return;
    // The rebuild that waits for its turn covers every change until it begins.
    if (changed.size === 0) rebuilt = rebuilt.then(rebuild);
    changed.add(file);
  });
}

async function buildAndRestart(stack: Stack, paths: string[]) {
  try {
    const parts = affectedParts(paths);
    await stack.run('build', backEndBuild());
    console.log(`  restarting ${parts.join(', ')}`);
    await Promise.all(parts.map((part) => stack.restart(part)));
  } catch (error) {
    // After a failed build the processes keep running unchanged.
    console.log(error instanceof Error ? error.message : String(error));
  }
}
