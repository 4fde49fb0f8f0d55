import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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
  const file = [join(ROOT, 'infra'), join(ROOT, 'frontend'), ROOT]
    .map((folder) => join(folder, 'node_modules', name, path))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`The package ${name} lacks ${path}; run npm install.`);
  return file;
}
