import { type NumberedName, numberedName, withNumber } from './numbered-name.js';

/** A number above `after` under which a project has no file of a name; one look-up, however many it has. */
export type FindFreeNumber = (name: NumberedName, after: number) => Promise<number>;

/**
 * Chooses a free name for each requested one, in the same order: itself, or `name (2).ext`, `name (3).ext` …. The
 * number of a deleted file may stay unused.
 * @param taken those of the wanted names that the project's files have
 */
export async function chooseFreeNames(
  wanted: readonly string[],
  taken: ReadonlySet<string>,
  findFreeNumber: FindFreeNumber,
): Promise<string[]> {
  const chosen = new Set<string>();
  const lastNumbers = new Map<string, number>();
  for (const filename of wanted) {
    let name = filename;
    if (taken.has(name) || chosen.has(name)) {
      const numbered = numberedName(filename);
      let number = lastNumbers.get(filename) ?? 1;
      do {
        number = await findFreeNumber(numbered, number);
        name = withNumber(numbered, number);
      } while (chosen.has(name));
      lastNumbers.set(filename, number);
    }
    chosen.add(name);
  }
  return [...chosen];
}
