import { execFile } from 'node:child_process';
import { relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { watch } from 'chokidar';

import { affectedProjects, backEndBuild } from './nx.ts';
import { type Scalable, SERVICES } from './plan.ts';
import { ROOT } from './programs.ts';
import type { Stack } from './stack.ts';

const SETTLE_MS = 150;
const PARTS: readonly Scalable[] = [...SERVICES, 'gateway'];

const isSource = (path: string): boolean =>
  path.includes('/src/') && !/\.(int-)?spec\.ts$/.test(path);

/** The parts that run code from the changed files, or from projects that depend on them. */
export async function affectedParts(paths: Iterable<string>): Promise<Scalable[]> {
  const { file, args, cwd, env } = affectedProjects(paths);
  const { stdout } = await promisify(execFile)(file, args, {
    cwd,
    env: { ...process.env, ...env },
  });
  const projects = JSON.parse(stdout) as string[];
  return PARTS.filter((part) => projects.includes(`@studiolo/${part}`));
}

/** Rebuilds whenever a source of the back end changes, and restarts the affected parts. */
export function rebuildOnChange(stack: Stack, say: (text: string) => void): void {
  const changed = new Set<string>();
  let isBusy = false;

  const rebuild = async () => {
    if (isBusy) return;
    isBusy = true;
    while (changed.size > 0) {
      await delay(SETTLE_MS);
      const paths = [...changed];
      changed.clear();
      await buildAndRestart(stack, paths, say);
    }
    isBusy = false;
  };

  watch(['libs', 'services', 'gateway'], {
    cwd: ROOT,
    ignoreInitial: true,
    ignored: (path) => /(^|[\\/])(node_modules|dist)([\\/]|$)/.test(relative(ROOT, path)),
  }).on('all', (_event, path) => {
    const file = path.split(sep).join('/');
    if (!isSource(file)) return;
    changed.add(file);
    void rebuild();
  });
}

async function buildAndRestart(stack: Stack, paths: string[], say: (text: string) => void) {
  try {
    const parts = await affectedParts(paths);
    await stack.run('build', backEndBuild());
    say(`  restarting ${parts.join(', ')}`);
    await Promise.all(parts.map((part) => stack.restart(part)));
  } catch (error) {
    // After a failed build the processes keep running unchanged.
    say(error instanceof Error ? error.message : String(error));
  }
}
