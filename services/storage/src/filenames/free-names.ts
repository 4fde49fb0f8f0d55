import { numberedName } from './numbered-name.js';

/** Which of the names a project has already. */
export type FindTaken = (names: string[]) => Promise<Set<string>>;

/** Names tried by one query; the next query tries ten times as many. */
const FIRST_BATCH = 20;
const BATCH_GROWTH = 10;

interface WantedName {
  readonly filename: string;
  /** Whether the project has it already. */
  readonly isNameTaken: boolean;
}

/**
 * A free name for each wanted one, in the same order: itself, or the first free `name (2).ext`,
 * `name (3).ext` …. The caller holds the lock that keeps the names free.
 */
export async function chooseFreeNames(
  wanted: readonly WantedName[],
  findTaken: FindTaken,
): Promise<string[]> {
  const chosen = new Set<string>();
  for (const { filename, isNameTaken } of wanted) {
    const isFree = !isNameTaken && !chosen.has(filename);
    chosen.add(isFree ? filename : await freeNumberedName(filename, chosen, findTaken));
  }
  return [...chosen];
}

async function freeNumberedName(
  name: string,
  chosen: ReadonlySet<string>,
  findTaken: FindTaken,
): Promise<string> {
  let batch = FIRST_BATCH;
  for (let first = 2; ; first += batch, batch *= BATCH_GROWTH) {
    const start = first;
    const candidates = Array.from({ length: batch }, (_, index) =>
      numberedName(name, start + index),
    );
    const taken = await findTaken(candidates);
    const free = candidates.find((candidate) => !taken.has(candidate) && !chosen.has(candidate));
    if (free !== undefined) return free;
  }
}
