import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stack/programs.ts';

/** What became of one case: a line of the table in docs/reliability.md. */
export interface Row {
  /** The case, and a letter when it has several rows: `F4 a`. */
  id: string;
  done: string;
  expected: string;
  seen: string;
  verdict: 'passed' | 'failed' | 'not run';
  seconds: number;
  /** When it ran, UTC, ISO 8601. */
  at: string;
}

/** Where the specs of one run leave their rows for the runner, a file each. */
export const ROWS_FOLDER = join(ROOT, 'reports', 'battery');

/** Leaves a row for the runner and shows it on the terminal. */
export async function leaveRow(row: Row): Promise<void> {
  await mkdir(ROWS_FOLDER, { recursive: true });
  const file = join(ROWS_FOLDER, `${row.id.replaceAll(' ', '-')}.json`);
  await writeFile(file, JSON.stringify(row, null, 2));
  show(row);
}

/** One line per row while the battery runs; what was not run cannot be overlooked. */
export function show({ id, done, seen, verdict, seconds }: Row): void {
  const mark = verdict === 'passed' ? 'ok     ' : verdict.toUpperCase();
  process.stdout.write(`  ${mark} ${id}: ${done} (${seconds} s)\n          ${seen}\n`);
}

/** `F4 a` comes after `F4`, and `F10` after `F9`. */
export function compareRows(one: Pick<Row, 'id'>, other: Pick<Row, 'id'>): number {
  return one.id.localeCompare(other.id, 'en', { numeric: true });
}
