import { eventually } from '@studiolo/testing/eventually';

import type { OwnerLedger } from './ledger.ts';
import type { Audit } from './load-report.ts';
import { bytesOf, contentOf, type ListedProject, type Owner } from './owner.ts';

/** How long a stack that has just recovered may take to answer the audit, and to release what was reserved. */
const PATIENCE_MS = 20_000;

/** Compares what an owner was told with what is there now. */
export async function auditOwner(owner: Owner, ledger: OwnerLedger, audit: Audit): Promise<void> {
  const listed = await eventually(() => owner.everything(), PATIENCE_MS);
  auditProjects(listed, ledger, audit);
  await auditFiles(owner, { listed, ledger }, audit);
  await auditUsage(owner, listed, audit);
}

function auditProjects(listed: ListedProject[], ledger: OwnerLedger, audit: Audit): void {
  const timesOf = new Map<string, number>();
  for (const { title } of listed) timesOf.set(title, (timesOf.get(title) ?? 0) + 1);
  for (const title of ledger.projects.keys()) {
    if (!timesOf.has(title)) audit.lost.push(`project ${title}`);
  }
  for (const [title, times] of timesOf) {
    if (!ledger.projects.has(title)) audit.unannounced.push(title);
    if (times > 1 || !ledger.triedTitles.has(title)) audit.doubled.push(`project ${title}`);
  }
}

async function auditFiles(
  owner: Owner,
  { listed, ledger }: { listed: ListedProject[]; ledger: OwnerLedger },
  audit: Audit,
): Promise<void> {
  const present = listed.flatMap(({ files }) => files.map(({ filename }) => filename));
  for (const [filename, projectId] of ledger.files) {
    const isWhole = await comesBackWhole(owner, projectId, filename);
    if (!isWhole) audit.lost.push(`file ${filename}`);
  }
  const unannounced = present.filter((filename) => !ledger.files.has(filename));
  audit.unannounced.push(...unannounced.map((filename) => filename.replace(/\.txt$/, '')));
  // Every upload has a name of its own: a second copy would be called `… (2).txt`.
  const unasked = present.filter((filename) => !ledger.triedFiles.has(filename));
  audit.doubled.push(...unasked.map((filename) => `file ${filename}`));
}

async function comesBackWhole(owner: Owner, projectId: string, filename: string): Promise<boolean> {
  const { status, bytes } = await eventually(async () => {
    const answer = await owner.download(projectId, filename);
    if (answer.status >= 500) throw new Error(`The download answered ${answer.status}`);
    return { status: answer.status, bytes: await bytesOf(answer) };
  }, PATIENCE_MS);
  return status === 200 && bytes.equals(contentOf(filename));
}

async function auditUsage(owner: Owner, listed: ListedProject[], audit: Audit): Promise<void> {
  const sizes = listed.flatMap(({ files }) => files.map(({ size }) => size));
  const expected = sizes.reduce((sum, size) => sum + size, 0);
  const used = await eventually(async () => {
    const { status, body } = await owner.api.get('/api/storage/usage');
    if (status !== 200) throw new Error(`The usage answered ${status}`);
    return Number(body.total_storage_bytes);
  }, PATIENCE_MS);
  if (used !== expected) audit.wrongUsage.push(`${owner.email}: ${used} instead of ${expected}`);
}
