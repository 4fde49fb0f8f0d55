import { eventually } from '@studiolo/testing/eventually';

import type { LoadReport } from './load-report.ts';
import { contentOf, type ListedProject, type Owner } from './owner.ts';

/** How long a stack that has just recovered may take to answer the audit, and to release what was reserved. */
const PATIENCE_MS = 20_000;

/** What one owner asked for and what the answers acknowledged. */
export class Ledger {
  /** By title: the id that the first answer gave. */
  readonly projects = new Map<string, string>();
  readonly triedTitles = new Set<string>();
  /** Acknowledged files by name: the project each is in. */
  readonly files = new Map<string, string>();
  readonly triedFiles = new Set<string>();
}

/** Compares what an owner was told with what is there now. */
export async function auditOwner(owner: Owner, ledger: Ledger, report: LoadReport): Promise<void> {
  const listed = await eventually(() => owner.everything(), PATIENCE_MS);
  auditProjects(listed, ledger, report);
  await auditFiles(owner, { listed, ledger }, report);
  await auditUsage(owner, listed, report);
}

function auditProjects(listed: ListedProject[], ledger: Ledger, report: LoadReport): void {
  const timesOf = new Map<string, number>();
  for (const { title } of listed) timesOf.set(title, (timesOf.get(title) ?? 0) + 1);
  for (const title of ledger.projects.keys()) {
    if (!timesOf.has(title)) report.damage.push(`lost: project ${title}`);
  }
  for (const [title, times] of timesOf) {
    if (!ledger.projects.has(title)) report.unannounced.push(title);
    const isUnasked = !ledger.triedTitles.has(title);
    if (times > 1 || isUnasked) report.damage.push(`doubled: project ${title}`);
  }
}

async function auditFiles(
  owner: Owner,
  { listed, ledger }: { listed: ListedProject[]; ledger: Ledger },
  report: LoadReport,
): Promise<void> {
  const present = listed.flatMap(({ files }) => files.map(({ filename }) => filename));
  for (const [filename, projectId] of ledger.files) {
    const isWhole = await comesBackWhole(owner, projectId, filename);
    if (!isWhole) report.damage.push(`lost: file ${filename}`);
  }
  const unannounced = present.filter((filename) => !ledger.files.has(filename));
  report.unannounced.push(...unannounced.map((filename) => filename.replace(/\.txt$/, '')));
  // Every upload has a name of its own: a second copy would be called `… (2).txt`.
  const unasked = present.filter((filename) => !ledger.triedFiles.has(filename));
  report.damage.push(...unasked.map((filename) => `doubled: file ${filename}`));
}

async function comesBackWhole(owner: Owner, projectId: string, filename: string): Promise<boolean> {
  return eventually(async () => {
    const answer = await owner.download(projectId, filename);
    if (answer.status >= 500) throw new Error(`The download answered ${answer.status}`);
    return answer.status === 200 && contentOf(filename).equals(await answer.bytes());
  }, PATIENCE_MS);
}

async function auditUsage(owner: Owner, listed: ListedProject[], report: LoadReport) {
  const sizes = listed.flatMap(({ files }) => files.map(({ size }) => size));
  const expected = sizes.reduce((sum, size) => sum + size, 0);
  const used = await eventually(async () => {
    const { status, body } = await owner.get('/api/storage/usage');
    if (status !== 200) throw new Error(`The usage answered ${status}`);
    return Number(body.total_storage_bytes);
  }, PATIENCE_MS);
  if (used === expected) return;
  report.damage.push(`wrong usage: ${owner.email}: ${used} instead of ${expected}`);
}
