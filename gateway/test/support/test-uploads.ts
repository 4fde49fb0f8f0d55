import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

import { storageMessages } from '@studiolo/contracts';
import { type Answer, answerOf, Api } from '@studiolo/testing/api';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { objectStore } from './object-store.js';
import { storedFile } from './samples.js';
import type { TestGateway } from './test-gateway.js';

export type Field = [name: string, value: string | File];

export const projectId = randomUUID();
export const project: Field = ['project_id', projectId];

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

export const png = (size: number): Buffer =>
  Buffer.concat([PNG_START, randomBytes(size - PNG_START.length)]);

export const file = (content: Buffer | string, name: string, field = 'file'): Field => [
  field,
  new File([content], name),
];

export function formOf(fields: readonly Field[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** The temporary files of uploads that this process has open. They have no name, and only Linux lists them. */
async function temporaryFiles(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const folder = '/proc/self/fd';
  const targets = (await readdir(folder)).map((name) =>
    readlink(join(folder, name)).catch(() => ''),
  );
  return (await Promise.all(targets)).filter((target) => target.includes('studiolo-upload-'));
}

/**
 * Uploads through a gateway to a storage service that accepts everything; before each test of a file another user
 * begins, and after each no file is left.
 */
export function testUploads(gateway: TestGateway) {
  const uploadId = randomUUID();
  const who = duringEachTest(() => gateway.signIn());
  let keys: readonly string[] = [];

  /** The files of the first upload that storage received. */
  const begun = () => gateway.services.requestsOf(storageMessages.beginUpload)[0]?.files ?? [];

  /** Sets the URLs to which the gateway puts files from now on. */
  const goTo = (urlOf: (key: string) => Promise<string>): void =>
    gateway.services.answer(storageMessages.beginUpload, async ({ files }) => {
      keys = files.map(() => randomUUID());
      const put = async (key: string, index: number) => {
        const headers = { 'content-length': String(files[index]?.size), 'if-none-match': '*' };
        return { url: await urlOf(key), headers };
      };
      return { uploadId, puts: await Promise.all(keys.map(put)) };
    });

  beforeEach(() => {
    gateway.services.answer(storageMessages.abortUpload, () => ({}));
    gateway.services.answer(storageMessages.commitUpload, (request) => ({
      uploadId: request.uploadId,
      files: begun().map(({ filename, size, sha256, contentType }) =>
        storedFile(filename, size, contentType, sha256),
      ),
    }));
    goTo(objectStore.putUrl);
  });
  afterEach(() => eventually(async () => expect(await temporaryFiles()).toEqual([])));

  /** @param url of the gateway or another replica */
  async function post(
    body: RequestInit['body'],
    { url = gateway.url, ...init }: RequestInit & { url?: string } = {},
  ): Promise<Answer> {
    const request: RequestInit = { ...init, method: 'POST', body: body ?? null, duplex: 'half' };
    return answerOf(await new Api(who().bearer, url).fetch('/api/upload', request));
  }

  return {
    ...{ uploadId, who, begun, goTo, post },
    send: (...fields: Field[]) => post(formOf(fields)),
    /** The stored bytes of a file of the latest upload. */
    stored: (place: number) => objectStore.read(keys[place] ?? ''),
  };
}
