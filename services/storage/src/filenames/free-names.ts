import { numberedName } from './numbered-name.js';

/** Which of the names a project has already. */
export type FindTaken = (names: string[]) => Promise<Set<string>>;

/** Names tried by one query; the next query tries ten times as many. */
const FIRST_BATCH = 20;
const BATCH_GROWTH = 10;

/**
 * A free name for each wanted one, in the same order: itself, or the first free `name (2).ext`,
 * `name (3).ext` …. The caller holds the lock that keeps the names free.
 */
export async function chooseFreeNames(
  wanted: readonly string[],
  findTaken: FindTaken,
): Promise<string[]> {
  const taken = await findTaken([...wanted]);
  const chosen = new Set<string>();
  for (const name of wanted) {
    const isFree = !taken.has(name) && !chosen.has(name);
    chosen.add(isFree ? name : await freeNumberedName(name, chosen, findTaken));
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
