import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import type { Client } from 'minio';

import { objectStoreClient } from '../stack/bucket.ts';
import { availablePort } from '../stack/ports.ts';
import { portAnswers } from '../stack/readiness.ts';
import { Sandbox } from '../test/sandbox.ts';

const BUCKET = 'files';
const MINUTE_S = 60;
const TOO_MUCH = String(2 ** 60);

const sandbox = duringTests(() => new Sandbox());
let store: Client;
/** The same folder on a disk that has no room for another object. */
let full: Client;

async function start(env: Record<string, string> = {}): Promise<Client> {
  const port = await availablePort();
  const keys = { accessKey: 'studiolo', secretKey: randomUUID() };
  const variables = { ACCESS_KEY: keys.accessKey, SECRET_KEY: keys.secretKey, PORT: String(port) };
  const command = {
    file: process.execPath,
    args: [join(import.meta.dirname, 'server.ts')],
    env: { FOLDER: join(sandbox().folder, 'objects'), ...variables, ...env },
  };
  await sandbox().run(`store-${port}`, command, () => portAnswers(port));
  const endpoint = `http://127.0.0.1:${port}`;
  return objectStoreClient({ endpoint, ...keys, bucket: BUCKET, region: 'us-east-1' });
}

beforeAll(async () => {
  store = await start();
  await store.makeBucket(BUCKET);
  full = await start({ RESERVED_BYTES: TOO_MUCH });
});

const put = async (
  key: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => fetch(await store.presignedPutObject(BUCKET, key, MINUTE_S), { method: 'PUT', body, headers });

const bytesOf = async (key: string, from = store) => buffer(await from.getObject(BUCKET, key));

const base64Digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

describe('the object store of npm start', () => {
  test('replaces no object that a PUT says must be new', async () => {
    const key = randomUUID();
    const isNew = { 'if-none-match': '*' };
    expect((await put(key, 'first', isNew)).status).toBe(200);
    expect((await put(key, 'second', isNew)).status).toBe(412);
    expect((await bytesOf(key)).toString()).toBe('first');
  });

  test('keeps only one of many objects that arrive at once under a new key', async () => {
    const key = randomUUID();
    const bodies = Array.from({ length: 8 }, (_, index) => `object ${index}`);
    const answers = await Promise.all(
      bodies.map((body) => put(key, body, { 'if-none-match': '*' })),
    );
    const kept = bodies.filter((_, index) => answers[index]?.ok);
    expect(kept).toEqual([(await bytesOf(key)).toString()]);
  });

  test('keeps no bytes with another checksum than the one that was promised', async () => {
    const [key, bytes] = [randomUUID(), randomBytes(1000)];
    const promised = { 'x-amz-checksum-sha256': base64Digest(bytes) };
    expect((await put(key, new Uint8Array(randomBytes(1000)), promised)).status).toBe(400);
    await expect(store.statObject(BUCKET, key)).rejects.toHaveProperty('code', 'NotFound');
    expect((await put(key, new Uint8Array(bytes), promised)).status).toBe(200);
    expect(await bytesOf(key)).toEqual(bytes);
  });

  test('has no part of an object whose sender left', async () => {
    const key = randomUUID();
    const url = await store.presignedPutObject(BUCKET, key, MINUTE_S);
    const sender = request(url, { method: 'PUT', headers: { 'content-length': 1000 } });
    const left = new Promise((resolve) => sender.on('error', resolve));
    sender.write('a part', () => sender.destroy());
    await left;
    await expect(store.statObject(BUCKET, key)).rejects.toHaveProperty('code', 'NotFound');
    const unfinished = join(sandbox().folder, 'objects', '.unfinished');
    await eventually(() => expect(readdirSync(unfinished)).toEqual([]));
  });

  test('on a full disk refuses new objects and goes on reading', async () => {
    const key = randomUUID();
    await put(key, 'kept');
    const url = await full.presignedPutObject(BUCKET, randomUUID(), MINUTE_S);
    expect((await fetch(url, { method: 'PUT', body: 'refused' })).status).toBe(507);
    expect((await bytesOf(key, full)).toString()).toBe('kept');
    expect((await full.listObjectsV2Query(BUCKET, '', '', '', 1000, '')).objects).not.toEqual([]);
    await full.removeObjects(BUCKET, [key]);
    await expect(store.statObject(BUCKET, key)).rejects.toHaveProperty('code', 'NotFound');
  });

  test('lists by pages, each going on where the one before ended', async () => {
    const prefix = randomUUID();
    const keys = Array.from({ length: 5 }, (_, index) => `${prefix}-${index}`);
    for (const key of keys) await put(key, '');
    const first = await store.listObjectsV2Query(BUCKET, prefix, '', '', 3, '');
    expect(first).toMatchObject({ isTruncated: true });
    const next = first.nextContinuationToken ?? '';
    const rest = await store.listObjectsV2Query(BUCKET, prefix, next, '', 3, '');
    expect([...first.objects, ...rest.objects].map(({ name }) => name)).toEqual(keys);
    expect(rest.isTruncated).toBe(false);
  });

  test('answers nobody without its key', async () => {
    const url = new URL(await store.presignedGetObject(BUCKET, randomUUID(), MINUTE_S));
    expect((await fetch(url.origin + url.pathname)).status).toBe(403);
    expect((await fetch(`${url.origin}/${BUCKET}?list-type=2`)).status).toBe(403);
    url.searchParams.set('X-Amz-Signature', '0'.repeat(64));
    expect((await fetch(url)).status).toBe(403);
  });

  test('answers whether a bucket exists without reading it', async () => {
    expect(await store.bucketExists(BUCKET)).toBe(true);
    expect(await store.bucketExists('another')).toBe(false);
  });
});
