import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { INSTALLATION_OBJECT } from '@studiolo/contracts';
import type { Client } from 'minio';

import type { ObjectStore } from '../stack/plan.ts';
import { objectStoreClient } from '../stack/prepare-stores.ts';
import type { CheckedFolder } from './checked-folder.ts';
import { type NamedObject, OBJECT_LIST_FILE, objectFile, parseObject } from './manifest.ts';
import type { Progress } from './progress.ts';

const AT_ONCE = 8;
const TRIES = 5;
const FIRST_WAIT_MS = 250;
const URL_VALID_SECONDS = 3600;

/** A store under load or being replaced fails now and then; a backup of hours goes on. */
async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await delay(FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}

async function* listedObjects(folder: string): AsyncGenerator<NamedObject> {
  const list = await open(join(folder, OBJECT_LIST_FILE));
  for await (const line of list.readLines()) yield parseObject(line);
}

/** Copies objects between the store of an installation and a backup's folder. */
export class ObjectCopies {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(store: ObjectStore) {
    this.client = objectStoreClient(store);
    this.bucket = store.bucket;
  }

  /** Fetches every listed object; gives back the keys of those the store has not, or not whole. */
  async fetchAll(folder: CheckedFolder, progress: Progress): Promise<string[]> {
    const missing: string[] = [];
    await Readable.from(listedObjects(folder.path)).forEach(
      async (object: NamedObject) => {
        const isThere = await withRetries(() => this.fetch(object, folder));
        if (!isThere) missing.push(object.key);
        progress.add(isThere ? object.size : 0);
      },
      { concurrency: AT_ONCE },
    );
    return missing;
  }

  /** Puts every listed object into the store but those the backup does not have. */
  async putAll(folder: string, missing: ReadonlySet<string>, progress: Progress): Promise<void> {
    await Readable.from(listedObjects(folder)).forEach(
      async ({ key, size }: NamedObject) => {
        if (missing.has(key)) return;
        await withRetries(() => this.put(key, join(folder, objectFile(key))));
        progress.add(size);
      },
      { concurrency: AT_ONCE },
    );
  }

  /** Whether the bucket has any object but the one that says whose it is. */
  async hasAny(): Promise<boolean> {
    const page = await this.client.listObjectsV2Query(this.bucket, '', '', '', 2, '');
    return page.objects.some(({ name }) => name !== INSTALLATION_OBJECT);
  }

  /** Removes the mark of an installation: storage marks the bucket as the restored database's when it starts. */
  async unmark(): Promise<void> {
    await this.client.removeObject(this.bucket, INSTALLATION_OBJECT);
  }

  private async fetch({ key, size }: NamedObject, folder: CheckedFolder): Promise<boolean> {
    const url = await this.client.presignedGetObject(this.bucket, key, URL_VALID_SECONDS);
    const answer = await fetch(url);
    const isWhole = answer.ok && Number(answer.headers.get('content-length')) === size;
    if (isWhole) {
      const bytes = answer.body ? Readable.fromWeb(answer.body) : '';
      await folder.write(objectFile(key), bytes);
      return true;
    }
    await answer.body?.cancel();
    if (answer.ok || answer.status === 404) return false;
    throw new Error(`The object store answered ${answer.status} for ${key}`);
  }

  private async put(key: string, file: string): Promise<void> {
    const url = await this.client.presignedPutObject(this.bucket, key, URL_VALID_SECONDS);
    // A blob of the file has a length, which stores insist on, and is read piece by piece.
    const answer = await fetch(url, { method: 'PUT', body: await openAsBlob(file) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The object store answered ${answer.status} for ${key}`);
  }
}
