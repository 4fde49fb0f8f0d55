// Breaks one place of the built code in the memory of a process that is started with it: loaded with --import, it changes
// what Node reads of that one file. Nothing on the disk is changed.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Part } from '@studiolo/infra/stack/parts';

import { withModule } from '../support/changed-part.ts';

/** One place in which the code is broken. */
export interface Variant {
  name: string;
  /** Built file, from the root of the repository. */
  file: string;
  search: string;
  replace: string;
}

const VARIABLE = 'BROKEN_SOURCE';
const ROOT = join(import.meta.dirname, '..', '..');

/** @throws when the text is not there exactly once */
function breakText(text: string, { name, file, search, replace }: Variant): string {
  const [before, after, ...more] = text.split(search);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(
      `"${name}" finds its text ${more.length === 0 ? 'no longer' : 'twice'} in ${file}`,
    );
  }
  return `${before}${replace}${after}`;
}

/** @throws when the built code does not hold the text that is to be broken */
export function checkApplies(variant: Variant): void {
  breakText(readFileSync(join(ROOT, variant.file), 'utf8'), variant);
}

/** The part as it is, its code broken. */
export const brokenSource = (part: Part, variant: Variant): Part =>
  withModule(part, import.meta.filename, () => ({ [VARIABLE]: JSON.stringify(variant) }));

const ordered = process.env[VARIABLE];
if (ordered !== undefined) {
  const variant = JSON.parse(ordered) as Variant;
  const broken = join(ROOT, variant.file);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || fileURLToPath(url) !== broken) return loaded;
      return { ...loaded, source: breakText(readFileSync(broken, 'utf8'), variant) };
    },
  });
}
