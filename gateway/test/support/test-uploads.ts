import { hash, randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

import { storageMessages } from '@studiolo/contracts';
import { type Answer, answerOf, Api } from '@studiolo/testing/api';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { objectsIn } from './object-store.js';
import type { Studio } from './start-studio.js';

export type Field = [name: string, value: string | File];

/** Stands for the field that names the project of the test. */
export const project: Field = ['project_id', 'of the test'];

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

export const png = (size: number): Buffer =>
  Buffer.concat([PNG_START, randomBytes(size - PNG_START.length)]);

export const sha256 = (bytes: ArrayBuffer | Buffer): string =>
  hash('sha256', new Uint8Array(bytes), 'hex');

export const file = (content: Buffer | string, name: string, field = 'file'): Field => [
  field,
  new File([content], name),
];

/** The temporary files of uploads that this process has open. They have no name, and only Linux lists them. */
async function temporaryFiles(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const folder = '/proc/self/fd';
  const targets = (await readdir(folder)).map((name) =>
    readlink(join(folder, name)).catch(() => ''),
  );
  return (await Promise.all(targets)).filter((target) => target.includes('studiolo-upload-'));
}

/** Uploads of another user, into another project, in each test of a file; after each test no temporary file is left. */
export function testUploads(studio: () => Studio) {
  const who = duringEachTest(() => studio().signIn());
  const projectId = duringEachTest(() => who().newProject());
  const rows = (sql: string) => studio().services.storage.sql(sql, [who().userId]);

  afterEach(() => eventually(async () => expect(await temporaryFiles()).toEqual([])));

  function formOf(...fields: readonly Field[]): FormData {
    const form = new FormData();
    for (const field of fields) {
      const [name, value] = field === project ? (['project_id', projectId()] as const) : field;
      form.append(name, value);
    }
    return form;
  }

  /** Sets the address to which the gateway puts files from now on; it is given the one of the store. */
  const goTo = (addressFor: (url: string) => string | Promise<string>): void =>
    studio().answers.answer(storageMessages.beginUpload, async (_request, ask) => {
      const begun = await ask();
      if ('files' in begun) return begun;
      const put = async (one: { url: string; headers: Record<string, string> }) => {
        return { ...one, url: await addressFor(one.url) };
      };
      return { ...begun, puts: await Promise.all(begun.puts.map(put)) };
    });

  /** @param url of the first gateway or a replica */
  async function post(
    body: RequestInit['body'],
    { url = studio().url, ...init }: RequestInit & { url?: string } = {},
  ): Promise<Answer> {
    const request: RequestInit = { ...init, method: 'POST', body: body ?? null, duplex: 'half' };
    return answerOf(await new Api(who().bearer, url).fetch('/api/upload', request));
  }

  return {
    ...{ who, projectId, formOf, goTo, post },
    send: (...fields: Field[]) => post(formOf(...fields)),
    /** The files of the first upload that storage was asked for. */
    begun: () => studio().answers.requestsOf(storageMessages.beginUpload)[0]?.files ?? [],
    /** The SHA-256 of the objects of the user's files, oldest first. */
    async stored(): Promise<string[]> {
      const files = await rows('SELECT object_key FROM files WHERE user_id = $1 ORDER BY id');
      const objects = objectsIn(studio().bucket);
      const keys = files.map(({ object_key: key }) => String(key));
      return Promise.all(keys.map(async (key) => sha256(await objects.read(key))));
    },
    /** How many files wait for their commit. */
    reserved: async () => (await rows('SELECT FROM upload_files WHERE user_id = $1')).length,
  };
}
