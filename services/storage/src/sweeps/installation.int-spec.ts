import { randomUUID } from 'node:crypto';

import { INSTALLATION_OBJECT } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { register } from 'prom-client';

import {
  aFile,
  ANY_AGE_MS,
  putBytes,
  signedPut,
  StorageUnderTest,
} from '../../test/storage-under-test.js';
import { ObjectStore } from '../object-store/object-store.js';
import { OrphanSweeper } from './orphan-sweeper.js';

const FILES = 4;
const DIGITS = '0123456789abcdef';

let storage: StorageUnderTest;

afterEach(() => storage.stop());

const start = async (settings: object = {}) => {
  storage = await new StorageUnderTest({
    settings: () => settings,
    prepare: (replica) => (replica.get(OrphanSweeper).orphanAgeMs = ANY_AGE_MS),
  }).start();
};

const sweep = (parts?: string[]) => storage.get(OrphanSweeper).sweep(parts);
const objects = () => storage.get(ObjectStore);

async function refusals(reason: string): Promise<number> {
  const metric = register.getSingleMetric('studiolo_storage_sweeps_refused_total');
  const values = (await metric?.get())?.values ?? [];
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

async function uploadSome(): Promise<void> {
  const project = storage.newProject();
  for (let count = 0; count < FILES; count += 1) await storage.upload(project, aFile('a.jpg'));
}

async function putOrphans(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const bytes = Buffer.from('orphan');
    await putBytes(await signedPut(objects(), randomUUID(), bytes), bytes);
  }
}

/** Switches to another database with the same bucket, which can be changed while no service marks it. */
async function changeDatabase(change?: (bucket: ObjectStore) => Promise<void>): Promise<void> {
  const { settings } = storage;
  await storage.stop();
  const bucket = new ObjectStore(settings);
  await change?.(bucket);
  bucket.onApplicationShutdown();
  await start({ S3_BUCKET: settings.S3_BUCKET });
}

const mark = () => objects().readText(INSTALLATION_OBJECT);

/** Leaves a bucket as it is restored without the installation's id, which its service writes soon after the start. */
async function unmark(): Promise<void> {
  await eventually(async () => expect(await mark()).toEqual(expect.any(String)));
  await objects().remove([INSTALLATION_OBJECT]);
}

test('a bucket keeps its objects when its database is replaced by an empty one', async () => {
  await start();
  await uploadSome();
  await changeDatabase();
  const before = await refusals('installation');
  expect(await sweep()).toMatchObject({ refused: 'installation', orphans: [] });
  expect(await refusals('installation')).toBe(before + 1);
  expect(await storage.objectKeys()).toHaveLength(FILES);
});

test('a bucket without a mark keeps its objects beside an empty database, and stays unmarked', async () => {
  await start();
  await uploadSome();
  await changeDatabase((bucket) => bucket.remove([INSTALLATION_OBJECT]));
  expect(await sweep()).toMatchObject({ refused: 'installation' });
  expect(await storage.objectKeys()).toHaveLength(FILES);
  expect(await mark()).toBeUndefined();
});

test.each([
  ['without a mark', unmark],
  ['with an empty mark', () => unmark().then(() => objects().writeText(INSTALLATION_OBJECT, ''))],
])('a bucket %s is marked and swept beside its own database', async (_what, prepare) => {
  await start();
  await uploadSome();
  await prepare();
  await putOrphans(1);
  expect((await sweep()).orphans).toHaveLength(1);
  // In a small bucket one is a large share, which the next sweep confirms.
  await sweep();
  expect(await storage.objectKeys()).toHaveLength(FILES);
  expect(await storage.sql('SELECT id FROM installation')).toEqual([{ id: await mark() }]);
});

describe('a database that lost most of its files', () => {
  const ORPHANS = 12;

  test('keeps the objects it does not know', async () => {
    await start();
    await uploadSome();
    await putOrphans(ORPHANS);
    const before = await refusals('share');
    expect(await sweep()).toMatchObject({ refused: 'share', orphans: { length: ORPHANS } });
    expect(await refusals('share')).toBe(before + 1);
    expect(await storage.objectKeys()).toHaveLength(FILES + ORPHANS);
  });

  test('keeps them also when it loses its files while their objects are swept part by part', async () => {
    await start();
    for (let count = 0; count < 3; count += 1) await uploadSome();
    await sweep();
    await storage.sql('DELETE FROM files');
    for (const part of [...DIGITS, ...DIGITS]) await sweep([part]);
    expect(await storage.objectKeys()).toHaveLength(3 * FILES);
  });

  test('removes these objects when the operator allows it', async () => {
    await start({ ORPHAN_SHARE_MAX: 1 });
    await uploadSome();
    await putOrphans(ORPHANS);
    expect((await sweep()).refused).toBeUndefined();
    expect(await storage.objectKeys()).toHaveLength(FILES);
  });
});
