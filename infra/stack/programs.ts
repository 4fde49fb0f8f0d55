import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import type { Command } from './child.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Flags for the small programs of this project, which Node compiles itself.
 * @param youngMiB of each half of the heap's young generation, which fills up before anything in it is collected
 */
const lightNode = (youngMiB: number): string[] => [
  ...['--expose-gc', `--max-semi-space-size=${youngMiB}`],
  ...['--import', new URL('light.mjs', import.meta.url).href],
];

/**
 * Settings of glibc's allocator, which otherwise keeps most of what a start has freed. One arena serves all threads, and what
 * is larger than `mappedBytes` is a mapping of its own, which goes back to the system when it is freed.
 */
export const thriftyMalloc = (mappedBytes: number): Record<string, string> => ({
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(mappedBytes),
});

/** Gives the most memory back. */
export const SMALL_MAPPINGS = 32 * 1024;
/** For processes that pass files on: a chunk of a file is 64 KiB, and a mapping for each would cost time. */
export const MAPPINGS_ABOVE_CHUNKS = 80 * 1024;

/** The path of a program on the PATH, or undefined. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Runs one of these programs, by its path in `infra`. */
export const lightProgram = (
  path: string,
  youngMiB: number,
  { args = [], env = {} }: Partial<Pick<Command, 'args' | 'env'>>,
): Command => ({
  file: process.execPath,
  args: [...lightNode(youngMiB), join(ROOT, 'infra', path), ...args],
  env: { ...thriftyMalloc(SMALL_MAPPINGS), ...env },
});

/** A script of an installed package, by its path inside the package. */
export function packageScript(name: string, path: string): string {
  const file = [join(ROOT, 'infra'), join(ROOT, 'frontend'), ROOT]
    .map((folder) => join(folder, 'node_modules', name, path))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`The package ${name} lacks ${path}; run npm install.`);
  return file;
}

/**
 * The installed server that replaces an embedded one: the first of the names found on the PATH. Returns undefined with
 * STORES=embedded; throws with STORES=installed if none is found.
 */
export function installedServer(...names: string[]): string | undefined {
  if (process.env.STORES === 'embedded') return undefined;
  const found = names.map(findProgram).find((program) => program !== undefined);
  if (found === undefined && process.env.STORES === 'installed') {
    throw new Error(`STORES=installed needs ${names.join(' or ')} on the PATH.`);
  }
  return found;
}
