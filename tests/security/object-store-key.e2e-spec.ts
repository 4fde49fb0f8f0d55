// What the key that compose and the chart give storage can do in their MinIO, and what it cannot.
import { text as textOf } from 'node:stream/consumers';

import { objectStoreClient } from '@studiolo/infra/stack/bucket';
import { Sandbox } from '@studiolo/infra/test/sandbox';
import { newAccount } from '@studiolo/testing/accounts';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { withPrograms } from '@studiolo/testing/with-programs';

import { objectKeys } from '../support/object-keys.ts';
import { RunningStack } from '../support/running-stack.ts';
import { type MinioOfCompose, startMinioOfCompose } from './support/minio-of-compose.ts';

const OTHER = 'accounts-of-somebody-else';
const FILE_BYTES = 20_000;
/** The code of S3, or what mc says of it. */
const REFUSED = /^AccessDenied$|^Error: mc .*Access ?Denied/s;

/** `allowed`, or how the call was refused. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

/** Calls of S3 beyond the objects of the own bucket, and calls of the administration. */
function trespasses({ store, mc }: MinioOfCompose): Record<string, () => Promise<unknown>> {
  const client = objectStoreClient(store);
  return {
    'read of another bucket': () => client.getObject(OTHER, 'secret.txt'),
    'write to another bucket': () => client.putObject(OTHER, 'mine.txt', 'mine'),
    'deletion in another bucket': () => client.removeObject(OTHER, 'secret.txt'),
    'list of another bucket': () => client.listObjectsV2(OTHER).toArray(),
    'a bucket more': () => client.makeBucket('one-more', store.region),
    'end of another bucket': () => client.removeBucket(OTHER),
    'end of its own bucket': () => client.removeBucket(store.bucket),
    'its own bucket opened to all': () => client.setBucketPolicy(store.bucket, '{}'),
    'the rules of its own bucket': () => client.getBucketPolicy(store.bucket),
    'its users': () => mc('admin user list store'),
    'a user more': () => mc('admin user add store intruder intruders-password'),
    'all rights for itself': () => mc('admin policy attach store readwrite --user studiolo'),
    'the server': () => mc('admin info store'),
    'its settings': () => mc('admin config get store region'),
  };
}

const sandbox = duringTests(() => new Sandbox());
let minio: MinioOfCompose;
let stack: RunningStack;

beforeAll(async () => {
  minio = await startMinioOfCompose(sandbox());
  await minio.setUp();
  // As with every `docker compose up`.
  await minio.setUp();
  stack = await RunningStack.start({ own: { objectStore: minio.store } });
}, 180_000);
afterAll(() => stack.end());

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

    for (const [name, call] of Object.entries(trespasses(minio))) {
      const outcome = await outcomeOf(call());
      expect([name, outcome]).toEqual([name, expect.stringMatching(REFUSED)]);
    }
    const buckets = await objectStoreClient(minio.store).listBuckets();
    expect(buckets.map(({ name }) => name)).toEqual([minio.store.bucket]);
    expect(await textOf(await administrator.getObject(OTHER, 'secret.txt'))).toBe('secret');
    expect(await administrator.listBuckets()).toHaveLength(2);
  },
);
