import { cut, FILENAME_MAX_LENGTH, splitName } from '@studiolo/contracts';

/** A free name for each wanted one, in the same order: itself, or `name (2).ext`, `name (3).ext` …. */
export function freeNames(wanted: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken);
  const lastNumbers = new Map<string, number>();
  return wanted.map((name) => {
    let number = lastNumbers.get(name) ?? 1;
    let free = name;
    while (used.has(free)) free = withNumber(name, (number += 1));
    lastNumbers.set(name, number);
    used.add(free);
    return free;
  });
}

/** A long name is shortened to make room for the number. */
function withNumber(name: string, number: number): string {
  const { stem, extension } = splitName(name);
  const suffix = ` (${number})${extension}`;
  return cut(stem, FILENAME_MAX_LENGTH - suffix.length) + suffix;
}
