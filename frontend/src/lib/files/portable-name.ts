import { cut, displayName, splitName } from '@studiolo/contracts';

/** Of the 255 that file systems allow, some are left for a number; letters of some scripts have three each. */
const MAX_BYTES = 240;

const bytesOf = (name: string) => new TextEncoder().encode(name).length;

/** A file name that every operating system accepts; `instead` when nothing is left of it. */
export function portableName(name: string, instead: string): string {
  // eslint-disable-next-line no-control-regex -- the expression removes control characters
  const kept = name.replace(/[\s\u0000-\u001f\\/:*?"<>|]+/g, ' ').trim();
  const safe = /[^\s.]/.test(kept) ? displayName(kept) : instead;
  const { stem: whole, extension } = splitName(safe);
  let stem = whole;
  while (bytesOf(stem + extension) > MAX_BYTES) stem = cut(stem, stem.length - 1);
  // Once more, since a cut name may end in a space or dot.
  return displayName(stem + extension);
}

/** Portable names of one folder, each different from all others where file systems ignore case and normalisation. */
export class PortableNames {
  private readonly taken = new Set<string>();

  add(name: string, instead: string): string {
    const wanted = portableName(name, instead);
    const { stem, extension } = splitName(wanted);
    let unique = wanted;
    for (let number = 2; this.taken.has(keyOf(unique)); number += 1) {
      unique = `${stem} (${number})${extension}`;
    }
    this.taken.add(keyOf(unique));
    return unique;
  }
}

const keyOf = (name: string) =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
