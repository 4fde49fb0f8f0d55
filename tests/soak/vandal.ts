import { randomUUID } from 'node:crypto';

import { objectStoreClient } from '@studiolo/infra/stack/bucket';
import { onDatabase } from '@studiolo/infra/stack/database';
import { eventually } from '@studiolo/testing/eventually';

import { contentOf, Owner } from '../resilience/load/owner.ts';
import type { RunningStack } from '../support/running-stack.ts';
import type { Group, Place } from './group.ts';

/** A replica looks for due objects every ten seconds; the rest is for what a busy machine delays. */
const NAMED_WITHIN_MS = 60_000;
const GONE_WITHIN_MS = 60_000;
/** Harmed files that wait for the check of a round. */
const MOST_FILES = 12;
const FLIPPED_AT = 50;

/** What is done to an object, and what the scrub must call it. */
const HARMS = {
  flipped: 'changed',
  cut: 'cut',
  'swapped with the next': 'changed',
  'swapped with the one before': 'changed',
  removed: 'missing',
  'left alone': null,
} as const;
type Harm = keyof typeof HARMS;

interface Harmed {
  filename: string;
  harm: Harm;
  key: string;
  /** What happened to it, a line each. */
  story: string[];
}

interface FileRow {
  filename: string;
  key: string;
  damage: string | null;
}

const at = () => `[${(performance.now() / 1000).toFixed(1)} s]`;

/** Stores files and harms their objects in the store, behind the back of storage. */
export async function vandal(
  { gateways, violations, damagedProjects }: Place,
  running: RunningStack,
  say: (line: string) => void,
): Promise<Group> {
  const { plan } = running;
  const owner = await Owner.signUp(gateways);
  const projectId = await owner.newProject();
  damagedProjects.add(projectId);
  const objects = objectStoreClient(plan.objectStore);
  const { bucket } = plan.objectStore;
  const files: Harmed[] = [];

  const rows = (): Promise<FileRow[]> =>
    onDatabase(plan.adminDatabaseUrl, async (client) => {
      const query = `SELECT filename, object_key AS key, damage FROM storage.files WHERE project_id = $1`;
      return (await client.query<FileRow>(query, [projectId])).rows;
    });

  const read = async (key: string): Promise<Buffer> =>
    Buffer.concat((await (await objects.getObject(bucket, key)).toArray()) as Buffer[]);

  /** Several tries: faults may have the store away for a moment. */
  const put = (key: string, bytes: Buffer) =>
    eventually(() => objects.putObject(bucket, key, bytes), NAMED_WITHIN_MS);

  const HOW: Record<Harm, (own: Harmed, bytes: Buffer, of: (harm: Harm) => Buffer) => unknown> = {
    flipped: ({ key }, bytes) => {
      const flipped = Buffer.from(bytes);
      flipped[FLIPPED_AT] = (flipped[FLIPPED_AT] ?? 0) ^ 1;
      return put(key, flipped);
    },
    cut: ({ key }, bytes) => put(key, bytes.subarray(0, bytes.length - 7)),
    'swapped with the next': ({ key }, _bytes, of) => put(key, of('swapped with the one before')),
    'swapped with the one before': ({ key }, _bytes, of) => put(key, of('swapped with the next')),
    removed: ({ key }) => eventually(() => objects.removeObject(bucket, key), NAMED_WITHIN_MS),
    'left alone': () => undefined,
  };

  /** Uploads a file for each harm; gives none unless all are stored. */
  async function store(): Promise<Harmed[]> {
    const harms = Object.keys(HARMS) as Harm[];
    const set = harms.map((harm) => ({ harm, filename: `${randomUUID()}.txt` }));
    for (const { filename } of set) {
      if ((await owner.uploadText(projectId, filename)).status !== 201) return [];
    }
    const stored = new Map((await rows()).map(({ filename, key }) => [filename, key]));
    return set.map((own) => ({
      ...own,
      key: stored.get(own.filename) ?? '',
      story: [`${at()} ${own.filename} is stored`],
    }));
  }

  /** A harmed file is never sent as whole, whether the scrub has found it or not. */
  async function askFor({ filename, harm, story }: Harmed): Promise<void> {
    const answer = await owner.download(projectId, filename).catch((error: unknown) => error);
    const isWhole = answer instanceof Response && answer.status === 200;
    const how = answer instanceof Response ? `answered ${answer.status}` : 'broken off';
    story.push(`${at()} its download is ${how}`);
    if (isWhole && HARMS[harm] !== null) violations.push(`${filename}, ${harm}, was sent as whole`);
    if (isWhole && !contentOf(filename).equals(Buffer.from(await answer.bytes())))
      violations.push(`${filename}, ${harm}, was sent with other bytes`);
  }

  async function named(): Promise<void> {
    const found = new Map((await rows()).map(({ filename, damage }) => [filename, damage]));
    for (const { filename, harm } of files) {
      if (found.get(filename) !== HARMS[harm])
        throw new Error(`${filename}, ${harm}, is called ${found.get(filename)}`);
    }
  }

  /** The lines of the logs of storage and gateway that name the object. */
  const logged = (key: string): string[] =>
    [...running.replicasOf('storage'), ...running.replicasOf('gateway')]
      .flatMap((name) => running.logOf(name).split('\n'))
      .filter((line) => line.includes(key) && line.includes('"level":50'));

  return {
    ...{ size: 1, pauseMs: 500 },
    async turn() {
      if (files.length >= MOST_FILES) return;
      const set = await store();
      const bytes = new Map<Harm, Buffer>();
      for (const { harm, key } of set) bytes.set(harm, await eventually(() => read(key)));
      for (const own of set) {
        const of = (harm: Harm) => bytes.get(harm) ?? Buffer.alloc(0);
        await HOW[own.harm](own, of(own.harm), of);
        own.story.push(`${at()} its object ${own.key} is ${own.harm}`);
      }
      files.push(...set);
      for (const own of set) await askFor(own);
    },
    /** Each harmed object is named within one scrub, and nothing else is. */
    async check() {
      const due = `UPDATE storage.files SET check_due_at = now(), checked_at = NULL WHERE project_id = $1`;
      await onDatabase(plan.adminDatabaseUrl, (client) => client.query(due, [projectId]));
      const began = performance.now();
      await eventually(named, NAMED_WITHIN_MS).catch((error: unknown) =>
        violations.push(String(error)),
      );
      const tookMs = Math.round(performance.now() - began);
      for (const own of files) await askFor(own);
      say(`${files.length} files of a vandal, all named ${tookMs} ms after they were due`);
      const flipped = files.find(({ harm }) => harm === 'flipped');
      for (const line of [...(flipped?.story ?? []), ...logged(flipped?.key ?? '-')])
        say(`  ${line}`);
      for (const { filename } of files.splice(0)) await remove(filename);
    },
  };

  async function remove(filename: string): Promise<void> {
    await eventually(async () => {
      const { status } = await owner.delete(`/api/delete/${projectId}/${filename}`);
      if (status !== 200 && status !== 404) throw new Error(`The deletion answered ${status}`);
    }, GONE_WITHIN_MS);
  }
}
