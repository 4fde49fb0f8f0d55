import { randomUUID } from 'node:crypto';
import { objectStoreClient } from '../../stack/prepare-stores.ts';
import { pictureOf } from '../measure/body.ts';
import type { HttpLoad } from '../measure/load.ts';
import type { Stores } from './stores.ts';
import { FILE_BYTES } from './subject.ts';

/** Enough keys that hardly an object is written over within a measurement. */
const KEYS = 2_000;
const VALID_SECONDS = 6 * 60 * 60;

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The object store's own GET and PUT of the same bytes, by presigned URL: nobody who keeps files there is faster. */
export async function bytesOfStore(stores: Stores) {
  const objectStore = await stores.bucket('bench-floor');
  const { bucket, endpoint: origin } = objectStore;
  const client = objectStoreClient(objectStore);
  const keys = Array.from({ length: KEYS }, () => `bench-${randomUUID()}`);
  const kept = `bench-kept-${randomUUID()}`;
  await client.putObject(bucket, kept, pictureOf(FILE_BYTES));
  const puts = await Promise.all(
    keys.map((key) => client.presignedPutObject(bucket, key, VALID_SECONDS)),
  );
  const get = await client.presignedGetObject(bucket, kept, VALID_SECONDS);
  const common = { origin, headers: {}, status: 200 };
  const upload: HttpLoad = {
    ...{ ...common, method: 'PUT', paths: puts.map(pathOf) },
    file: { bytes: FILE_BYTES },
  };
  const download: HttpLoad = {
    ...{ ...common, method: 'GET', paths: [pathOf(get)] },
    answerBytes: FILE_BYTES,
  };
  return {
    upload,
    download,
    tidy: async () => void (await client.removeObjects(bucket, keys)),
  };
}
