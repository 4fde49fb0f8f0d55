import { randomUUID } from 'node:crypto';

import { storageMessages as messages } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { eventually } from '@studiolo/testing/eventually';

import {
  aFile,
  type NewFile,
  type OwnedProject,
  putBytes,
  sha256Of,
  signedPut,
  StorageUnderTest,
} from '../../test/storage-under-test.js';
import { FileEntity } from '../entities/file.entity.js';
import { ObjectStore } from '../object-store/object-store.js';
import { Scrub } from './scrub.js';

const storage = StorageUnderTest.duringTests({
  replicas: 2,
  prepare: (replica) => (replica.get(Scrub).restFactor = 0),
});
let project: OwnedProject;

beforeEach(() => {
  project = storage.newProject();
});

const rowOf = (filename: string) =>
  storage.dataSource.manager.findOneByOrFail(FileEntity, { ...project, filename });

/** Puts other bytes in place of a file's. */
async function replace(filename: string, bytes: Buffer): Promise<void> {
  const { objectKey } = await rowOf(filename);
  const objects = storage.get(ObjectStore);
  await objects.remove([objectKey]);
  await putBytes(await signedPut(objects, objectKey, bytes), bytes);
}

async function scrub(): Promise<void> {
  await storage.sql('UPDATE files SET check_due_at = now() WHERE user_id = $1', [project.userId]);
  await storage.get(Scrub).run();
}

const damageByName = async () =>
  Object.fromEntries(
    (await storage.list(project)).map(({ filename, damage }) => [filename, damage]),
  );

const open = (filename: string, acceptsDamage = false) =>
  storage.bus.call(messages.openDownload, { ...project, filename, acceptsDamage });

const flipped = ({ bytes }: NewFile): Buffer => {
  const copy = Buffer.from(bytes);
  copy[50] = (copy[50] ?? 0) ^ 1;
  return copy;
};

test('one run names what is missing, cut, changed and swapped, and nothing else', async () => {
  const names = ['sound', 'missing', 'cut', 'flipped', 'one', 'other'];
  const files = names.map((name) => aFile(`${name}.jpg`));
  const [, , cut, bit, one, other] = files as [
    NewFile,
    NewFile,
    NewFile,
    NewFile,
    NewFile,
    NewFile,
  ];
  await storage.upload(project, ...files);
  await storage.get(ObjectStore).remove([(await rowOf('missing.jpg')).objectKey]);
  await replace('cut.jpg', cut.bytes.subarray(0, 60));
  await replace('flipped.jpg', flipped(bit));
  await replace('one.jpg', other.bytes);
  await replace('other.jpg', one.bytes);
  await scrub();
  const damaged = {
    'missing.jpg': 'missing',
    'cut.jpg': 'cut',
    'flipped.jpg': 'changed',
    'one.jpg': 'changed',
    'other.jpg': 'changed',
  };
  expect(await damageByName()).toEqual({ 'sound.jpg': null, ...damaged });
  const { files: listed } = await storage.bus.call(messages.findDamagedFiles, {});
  const own = listed.filter(({ userId }) => userId === project.userId);
  expect(Object.fromEntries(own.map((file) => [file.filename, file.damage]))).toEqual(damaged);
});

test('a damaged file is refused unless its owner accepts the damage, and can be deleted', async () => {
  const file = aFile('a.jpg');
  await storage.upload(project, file);
  await replace('a.jpg', flipped(file));
  await scrub();
  expect(await codeOf(open('a.jpg'))).toBe('FILE_DAMAGED');
  expect(await open('a.jpg', true)).toMatchObject({ file: { damage: 'changed' } });
  await storage.delete(project, 'a.jpg');
  expect(await storage.list(project)).toEqual([]);
});

test('of two files that a download has reported, the one whose object is damaged is listed as such at once', async () => {
  const [sound, bad] = [aFile('sound.jpg'), aFile('bad.jpg')];
  await storage.upload(project, sound, bad);
  await replace('bad.jpg', flipped(bad));
  for (const { filename } of [sound, bad]) {
    await storage.bus.call(messages.checkFile, { ...project, filename });
  }
  await eventually(async () => {
    expect(await damageByName()).toEqual({ 'sound.jpg': null, 'bad.jpg': 'changed' });
    expect((await rowOf('sound.jpg')).checkedAt).not.toBeNull();
  });
});

test('a missing file is refused whatever its owner accepts', async () => {
  await storage.upload(project, aFile('a.jpg'));
  await storage.get(ObjectStore).remove([(await rowOf('a.jpg')).objectKey]);
  await scrub();
  expect(await codeOf(open('a.jpg', true))).toBe('FILE_DAMAGED');
});

test('an object that was put back is sound again', async () => {
  const file = aFile('a.jpg');
  await storage.upload(project, file);
  await replace('a.jpg', flipped(file));
  await scrub();
  await replace('a.jpg', file.bytes);
  await scrub();
  expect(await damageByName()).toEqual({ 'a.jpg': null });
  expect((await open('a.jpg')).file.filename).toBe('a.jpg');
});

test('a file that was stored without a hash gets that of its first check', async () => {
  const file = aFile('a.jpg');
  await storage.upload(project, file);
  await storage.sql('UPDATE files SET sha256 = NULL, object_etag = NULL WHERE user_id = $1', [
    project.userId,
  ]);
  await scrub();
  expect(await rowOf('a.jpg')).toMatchObject({
    sha256: sha256Of(file.bytes),
    objectEtag: expect.any(String) as string,
  });
});

test('two replicas share the files, and a file is due again after SCRUB_DAYS', async () => {
  const names = Array.from({ length: 30 }, () => `${randomUUID()}.jpg`);
  for (const name of names) await storage.upload(project, aFile(name));
  await storage.sql('UPDATE files SET check_due_at = now() WHERE user_id = $1', [project.userId]);
  const reads: string[] = [];
  const scrubs = storage.all(Scrub);
  for (const objects of storage.all(ObjectStore)) {
    const digest = objects.digest.bind(objects);
    objects.digest = (key, signal) => {
      reads.push(key);
      return digest(key, signal);
    };
  }
  await Promise.all(scrubs.map((one) => one.run()));
  const keys = await storage.dataSource.manager.findBy(FileEntity, { userId: project.userId });
  expect(reads.sort()).toEqual(keys.map(({ objectKey }) => objectKey).sort());
  const [{ days } = { days: 0 }] = await storage.sql<{ days: number }>(
    `SELECT min(extract(epoch FROM check_due_at - now()) / 86400)::float AS days
       FROM files WHERE user_id = $1`,
    [project.userId],
  );
  expect(days).toBeGreaterThan(29.9);
});
