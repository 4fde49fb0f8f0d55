// What the key that compose and the chart give storage can do in their MinIO, and what it cannot.
import { text as textOf } from 'node:stream/consumers';

import { objectStoreClient } from '@studiolo/infra/stack/prepare-stores';
import { Sandbox } from '@studiolo/infra/test/sandbox';
import { newAccount } from '@studiolo/testing/accounts';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { withPrograms } from '@studiolo/testing/with-programs';

import { objectKeys } from '../support/object-keys.ts';
import { RunningStack } from '../support/running-stack.ts';
import { type MinioOfCompose, startMinioOfCompose } from './support/minio-of-compose.ts';

const OTHER = 'accounts-of-somebody-else';
const FILE_BYTES = 20_000;

async function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'allowed',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
}

/** Calls of S3 beyond the objects of the own bucket, each with what became of it. */
async function trespass({ store }: MinioOfCompose): Promise<Record<string, string>> {
  const client = objectStoreClient(store);
  const calls: Record<string, () => Promise<unknown>> = {
    'read of another bucket': () => client.getObject(OTHER, 'secret.txt'),
    'write to another bucket': () => client.putObject(OTHER, 'mine.txt', 'mine'),
    'deletion in another bucket': () => client.removeObject(OTHER, 'secret.txt'),
    'list of another bucket': () => client.listObjectsV2(OTHER).toArray(),
    'a bucket more': () => client.makeBucket('one-more', store.region),
    'end of another bucket': () => client.removeBucket(OTHER),
    'end of its own bucket': () => client.removeBucket(store.bucket),
    'its own bucket opened to all': () => client.setBucketPolicy(store.bucket, '{}'),
    'the rules of its own bucket': () => client.getBucketPolicy(store.bucket),
  };
  const seen: Record<string, string> = {};
  for (const [name, call] of Object.entries(calls)) seen[name] = await refusalOf(call());
  return seen;
}

/** Calls of the administration, each with what mc says. */
async function administer(minio: MinioOfCompose): Promise<Record<string, string>> {
  const calls = {
    'its users': ['user', 'list', 'store'],
    'a user more': ['user', 'add', 'store', 'intruder', 'intruders-password'],
    'all rights for itself': ['policy', 'attach', 'store', 'readwrite', '--user', 'studiolo'],
    'the server': ['info', 'store'],
    'its settings': ['config', 'get', 'store', 'region'],
  };
  const seen: Record<string, string> = {};
  for (const [name, args] of Object.entries(calls)) {
    const { code, text: words } = await minio.mc('admin', ...args);
    seen[name] = code === 0 ? 'allowed' : words;
  }
  return seen;
}

let sandbox: Sandbox;
let minio: MinioOfCompose;
let stack: RunningStack;

beforeAll(async () => {
  sandbox = new Sandbox();
  minio = await startMinioOfCompose(sandbox);
  await minio.setUp();
  // As with every `docker compose up`.
  await minio.setUp();
  stack = await RunningStack.start({ own: { objectStore: minio.store } });
}, 180_000);
afterAll(async () => {
  await stack.end();
  await sandbox.end();
});

const listed = () => objectKeys({ ...minio.administrator, bucket: minio.store.bucket });

async function worksInItsBucket(): Promise<void> {
  const { api } = await newAccount();
  const id = await api.newProject();
  const photo = jpeg(FILE_BYTES);
  const uploaded = await api.upload(id, [new File([new Uint8Array(photo)], 'harbour.jpg')]);
  expect(uploaded.status).toBe(201);
  expect(await listed()).toHaveLength(1);
  const answer = await api.fetch(`/api/download/${id}/harbour.jpg`);
  expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true);
  expect((await api.delete(`/api/delete/${id}/harbour.jpg`)).status).toBe(200);
  await eventually(async () => expect(await listed()).toEqual([]));
}

withPrograms(
  test,
  'minio',
  'mc',
)(
  '[S16 d] the key of storage, as minio-setup.sh makes it in MinIO, used on its bucket, on another bucket and on the server: the product works with it; AccessDenied by other buckets, by the settings of its own and by the administration',
  async () => {
    await worksInItsBucket();
    const administrator = objectStoreClient(minio.administrator);
    await administrator.makeBucket(OTHER);
    await administrator.putObject(OTHER, 'secret.txt', 'secret');

    const refused = await trespass(minio);
    for (const [name, outcome] of Object.entries(refused)) {
      expect([name, outcome]).toEqual([name, 'AccessDenied']);
    }
    const buckets = await objectStoreClient(minio.store).listBuckets();
    expect(buckets.map(({ name }) => name)).toEqual([minio.store.bucket]);
    const denied = await administer(minio);
    for (const [name, words] of Object.entries(denied)) {
      expect([name, words]).toEqual([name, expect.stringMatching(/Access ?Denied/)]);
    }
    expect(await textOf(await administrator.getObject(OTHER, 'secret.txt'))).toBe('secret');
    expect(await administrator.listBuckets()).toHaveLength(2);
  },
);
