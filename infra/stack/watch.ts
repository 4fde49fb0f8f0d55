import { relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from 'chokidar';
import { backEndBuild } from './nx.ts';
import { type Scalable, SERVICES } from './plan.ts';
import { ROOT } from './programs.ts';
import type { Stack } from './stack.ts';

const SETTLE_MS = 150;
const OWNERS: Record<string, Scalable[]> = {
  libs: [...SERVICES, 'gateway'],
  'services/auth': ['auth'],
  'services/projects': ['projects'],
  'services/storage': ['storage'],
  gateway: ['gateway'],
};

const isSource = (path: string): boolean =>
  path.includes('/src/') && !/\.(int-)?spec\.ts$/.test(path);

/** The parts that run code from the changed files. */
export function affectedParts(paths: Iterable<string>): Scalable[] {
  const folders = Object.keys(OWNERS);
  const touched = [...paths].flatMap((path) =>
    folders
      .filter((folder) => path.startsWith(`${folder}/`))
      .flatMap((folder) => OWNERS[folder] ?? []),
  );
  return [...new Set(touched)];
}

/** Builds again whenever a source of the back end changes and restarts what runs it. */
export function rebuildOnChange(stack: Stack, say: (text: string) => void): void {
  const changed = new Set<string>();
  let isBusy = false;

  const rebuild = async () => {
    if (isBusy) return;
    isBusy = true;
    while (changed.size > 0) {
      await delay(SETTLE_MS);
      const parts = affectedParts(changed);
      changed.clear();
      await buildAndRestart(stack, parts, say);
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

async function buildAndRestart(stack: Stack, parts: Scalable[], say: (text: string) => void) {
  try {
    await stack.run('build', backEndBuild());
    say(`  restarting ${parts.join(', ')}`);
    await Promise.all(parts.map((part) => stack.restart(part)));
  } catch (error) {
    // The processes go on with what they have until the source builds again.
    say(error instanceof Error ? error.message : String(error));
  }
}
