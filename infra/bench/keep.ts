import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stack/programs.ts';
import { betweenMarkers } from './report/markers.ts';

const RESULTS = join(import.meta.dirname, 'results');
const PAGE = join(ROOT, 'docs', 'performance.md');

/** A run that is kept under its day: the comparison, or growth. */
export type Kind = 'figures' | 'growth';
const DAY = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const SUFFIX: Record<Kind, string> = { figures: '', growth: '-growth' };

/** Writes results and table under the day of the run; gives the file's name without its ending. */
export async function keep(
  kind: Kind,
  results: { at: string; isQuick: boolean },
  text: string,
): Promise<string> {
  await mkdir(RESULTS, { recursive: true });
  const day = results.at.slice(0, 10);
  // A quick run never takes the place of a whole one.
  const name = `${day}${SUFFIX[kind]}${results.isQuick ? '-quick' : ''}`;
  const file = join(RESULTS, name);
  await writeFile(`${file}.json`, `${JSON.stringify(results, null, 1)}\n`);
  await writeFile(`${file}.md`, `# Measured on ${day}\n\n${text}\n`);
  return file;
}

/** The latest whole run that was kept. */
async function latest(kind: Kind): Promise<string | undefined> {
  const pattern = new RegExp(`^${DAY}${SUFFIX[kind]}\\.json$`);
  const names = (await readdir(RESULTS)).filter((name) => pattern.test(name));
  const [last] = names.sort().reverse();
  return last && readFile(join(RESULTS, last), 'utf8');
}

/** Puts the latest results of a kind into docs/performance.md, between its markers; false without any. */
export async function writeDocs(kind: Kind, report: (json: string) => string): Promise<boolean> {
  const json = await latest(kind);
  if (json === undefined) return false;
  const page = await readFile(PAGE, 'utf8');
  await writeFile(PAGE, betweenMarkers(page, kind, report(json)));
  return true;
}
