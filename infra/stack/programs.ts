import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** The checkout the stack runs from. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Where a program stands on the PATH, or undefined. */
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

/** A script that an installed package brings, by its path inside the package. */
export function packageScript(name: string, path: string): string {
  const resolve = createRequire(import.meta.url).resolve;
  try {
    return join(dirname(resolve(`${name}/package.json`)), path);
  } catch {
    // The package hides its package.json; its entry point stands in `dist/`.
    return join(dirname(resolve(name)), '..', path);
  }
}
