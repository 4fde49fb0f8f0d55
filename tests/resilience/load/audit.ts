import { eventually } from '@studiolo/testing/eventually';

import type { LoadReport } from './load-report.ts';
import { contentOf, type Owner } from './owner.ts';

/** How long a stack that has just recovered may take to answer the audit, and to release what was reserved. */
const PATIENCE_MS = 20_000;

/** What one owner asked for, by its unique name: the id of the project it is or is in, once that is acknowledged. */
type Asked = Map<string, string | undefined>;

/** What one owner asked for; the names of files are without their extension. */
export class Ledger {
  readonly projects: Asked = new Map();
  readonly files: Asked = new Map();
}

export const acknowledged = (asked: Asked): [name: string, projectId: string][] =>
  [...asked].filter((entry): entry is [string, string] => entry[1] !== undefined);

/** Compares what an owner was told with what is there now. */
export async function auditOwner(
  owner: Owner,
  { projects, files }: Ledger,
  report: LoadReport,
): Promise<void> {
  const listed = await eventually(() => owner.everything(), PATIENCE_MS);
  const stored = listed.flatMap((project) => project.files);
  const titles = listed.map(({ title }) => title);
  auditNames('project', projects, titles, report);
  // Every upload has a name of its own: a second copy would be called `… (2).txt`.
  const filenames = stored.map(({ filename }) => filename.replace(/\.txt$/, ''));
  auditNames('file', files, filenames, report);
  for (const [name, projectId] of acknowledged(files)) {
    const isWhole = await comesBackWhole(owner, projectId, `${name}.txt`);
    if (!isWhole) report.damage.push(`lost: file ${name}`);
  }
  const expected = stored.reduce((sum, { size }) => sum + size, 0);
  const used = await usageOf(owner);
  if (used !== expected)
    report.damage.push(`wrong usage: ${owner.email}: ${used} instead of ${expected}`);
}

function auditNames(kind: string, asked: Asked, present: string[], report: LoadReport): void {
  const byName = Map.groupBy(present, (name) => name);
  for (const [name] of acknowledged(asked)) {
    if (!byName.has(name)) report.damage.push(`lost: ${kind} ${name}`);
  }
  for (const [name, { length }] of byName) {
    if (asked.get(name) === undefined) report.unannounced.push(name);
    if (length > 1 || !asked.has(name)) report.damage.push(`doubled: ${kind} ${name}`);
  }
}

const comesBackWhole = (owner: Owner, projectId: string, filename: string): Promise<boolean> =>
  eventually(async () => {
    const answer = await owner.download(projectId, filename);
    if (answer.status >= 500) throw new Error(`The download answered ${answer.status}`);
    return answer.status === 200 && contentOf(filename).equals(await answer.bytes());
  }, PATIENCE_MS);

const usageOf = (owner: Owner): Promise<number> =>
  eventually(async () => {
    const { status, body } = await owner.get('/api/storage/usage');
    if (status !== 200) throw new Error(`The usage answered ${status}`);
    return Number(body.total_storage_bytes);
  }, PATIENCE_MS);
