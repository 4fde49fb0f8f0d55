import { randomUUID } from 'node:crypto';

import { eventually } from '@studiolo/testing/eventually';

import { contentOf, Owner } from '../resilience/load/owner.ts';
import { type Group, type Place, statusOf } from './group.ts';

/** So large that ten of them exceed the quota. */
const FILE_BYTES = 300 * 1024;
const AT_ONCE = 10;
const WHOLE_WITHIN_MS = 60_000;

/** The content of a file, which follows from its name. */
const bytesFor = (filename: string): Buffer =>
  Buffer.from(contentOf(filename).toString().repeat(250)).subarray(0, FILE_BYTES);

/** One owner who uploads more than fits, all at once and by every gateway, and deletes it again. */
export async function hoarder({ gateways, violations }: Place): Promise<Group> {
  const owner = await Owner.signUp(gateways);
  const projectId = await owner.newProject();
  const browsers = Array.from({ length: AT_ONCE }, (_, index) => {
    return Object.assign(new Owner(gateways, index), { bearer: owner.bearer });
  });
  /** By name: whether a file must be listed, must not be, or may be. */
  const files = new Map<string, 'there' | 'gone' | 'unknown'>();

  async function upload(browser: Owner): Promise<void> {
    const name = `${randomUUID()}.txt`;
    files.set(name, 'unknown');
    const status = await statusOf(browser.uploadText(projectId, name, bytesFor(name)));
    if (status === 201) files.set(name, 'there');
    else if (status === 413) files.delete(name);
    else if (status !== 503 && status !== 0) violations.push(`an upload was answered ${status}`);
  }

  async function deleteSome(browser: Owner, index: number): Promise<void> {
    const mine = [...files.keys()].filter((_, at) => at % AT_ONCE === index);
    for (const name of mine) {
      if (files.get(name) === 'gone') continue;
      files.set(name, 'unknown');
      const status = await statusOf(browser.delete(`/api/delete/${projectId}/${name}`));
      if (status === 200) files.set(name, 'gone');
    }
  }

  const compare = (name: string): Promise<unknown> =>
    eventually(async () => {
      const answer = await owner.download(projectId, name);
      if (answer.status === 404 && files.get(name) === 'unknown') return;
      if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status}`);
      const isSame = bytesFor(name).equals(await answer.bytes());
      if (!isSame) violations.push(`${name} has other bytes than were sent`);
    }, WHOLE_WITHIN_MS).catch((error: unknown) => violations.push(String(error)));

  return {
    ...{ size: 1, pauseMs: 100 },
    async turn() {
      await Promise.all(browsers.map(upload));
      await Promise.all(browsers.map(deleteSome));
    },
    /** No file is lost, doubled or back after its deletion, and each has the bytes that were sent. */
    async check() {
      const projects = await eventually(() => owner.everything(), WHOLE_WITHIN_MS);
      const names = projects.flatMap((project) => project.files.map(({ filename }) => filename));
      for (const name of names) {
        if (!files.has(name)) violations.push(`the file ${name} was never sent`);
        if (files.get(name) === 'gone') violations.push(`the deleted file ${name} is back`);
        await compare(name);
      }
      for (const [name, known] of files) {
        if (known === 'there' && !names.includes(name)) violations.push(`${name} is lost`);
        // From now on a deleted file that is listed counts as one that was never sent.
        if (known === 'gone') files.delete(name);
      }
    },
  };
}
