import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stack } from '../../stack/stack.ts';
import type { Command } from '../../stack/child.ts';
import type { Stores } from './stores.ts';

const PEERS = join(import.meta.dirname, '..', 'peers');
/** Beside the packages: the lock file they were installed from. */
const INSTALLED = 'installed-from.json';

export const peerFolder = ({ plan }: Stores, name: string): string =>
  join(plan.dataDir, 'peers', name);

/** Runs a program of a peer to its end. */
export async function runForPeer(stores: Stores, name: string, command: Command): Promise<void> {
  const stack = new Stack(stores.plan);
  try {
    await stack.run(name, command);
  } finally {
    await stack.stop();
  }
}

/**
 * Installs a product with exactly the packages of its lock file, in a folder outside the workspaces, unless
 * they are there already. @throws when the registry does not give them
 */
export async function installPeer(stores: Stores, name: string): Promise<void> {
  const folder = peerFolder(stores, name);
  await mkdir(folder, { recursive: true });
  await cp(join(PEERS, name), folder, { recursive: true });
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const installed = await readFile(join(folder, INSTALLED), 'utf8').catch(() => undefined);
  if (installed === lock) return;
  await runForPeer(stores, `install-${name}`, {
    file: 'npm',
    args: ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: folder,
  });
  await writeFile(join(folder, INSTALLED), lock);
}
