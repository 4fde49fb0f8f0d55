import { randomUUID } from 'node:crypto';

import { MIB, storageMessages as messages } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { eventually } from '@studiolo/testing/eventually';

import {
  aFile,
  begun,
  NOTHING,
  type OwnedProject,
  sha256Of,
  StorageUnderTest,
} from '../../test/storage-under-test.js';

const storage = StorageUnderTest.duringTests();
const sha256 = '0'.repeat(64);
let project: OwnedProject;

beforeEach(() => {
  project = storage.newProject();
});

const refusal = (code: string, details = {}) => ({
  code,
  details: expect.objectContaining(details) as unknown,
});

test('an upload makes its files visible in their order, with their own bytes', async () => {
  const files = [aFile('one.jpg', 1000), aFile('two.pdf', 2000), aFile('3.jpg'), aFile('4.jpg')];
  const kept = await storage.upload(project, ...files);
  expect(kept.map(({ filename, size }) => [filename, size])).toEqual(
    files.map(({ filename, bytes }) => [filename, bytes.length]),
  );
  expect(kept.map((file) => file.sha256)).toEqual(files.map(({ bytes }) => sha256Of(bytes)));
  expect(await storage.list(project)).toEqual(kept);
  for (const { filename, bytes } of files) {
    expect((await storage.download(project, filename)).equals(bytes)).toBe(true);
  }
  expect(await storage.accounted(project.userId)).toEqual({ used: 3200, reserved: 0 });
});

describe('begin-upload', () => {
  test('finds only projects of the owner, with files or without', async () => {
    const stranger = { userId: randomUUID(), projectId: project.projectId };
    const begin = () => storage.begin(stranger, [aFile('a.jpg')]);
    await expect(begin()).rejects.toMatchObject(refusal('PROJECT_NOT_FOUND'));
    await storage.upload(project, aFile('a.jpg'));
    await expect(begin()).rejects.toMatchObject(refusal('PROJECT_NOT_FOUND'));
    expect(await storage.accounted(stranger.userId)).toEqual(NOTHING);
  });

  test('names the file that is over the limit', async () => {
    const files = [
      { filename: 'fine.jpg', size: 10, sha256, contentType: 'image/jpeg' },
      { filename: 'C:\\big.jpg', size: 5 * MIB + 1, sha256, contentType: 'image/jpeg' },
    ];
    await expect(
      storage.bus.call(messages.beginUpload, { ...project, files }),
    ).rejects.toMatchObject(
      refusal('FILE_TOO_LARGE', { filename: 'big.jpg', size: 5 * MIB + 1, max: 5 * MIB }),
    );
    expect(await storage.accounted(project.userId)).toEqual(NOTHING);
  });

  test('refuses more files than an owner may have, and counts those in open uploads', async () => {
    const { MAX_FILES_PER_USER: maxFiles } = storage.settings;
    await storage.addTinyFiles(project, maxFiles - 2);
    const full = refusal('FILE_COUNT_EXCEEDED', { max: maxFiles });
    const three = [aFile('a.jpg', 1), aFile('b.jpg', 1), aFile('c.jpg', 1)];
    await expect(storage.begin(project, three)).rejects.toMatchObject(full);
    expect(await storage.accounted(project.userId)).toMatchObject({ reserved: 0 });
    const upload = await storage.begin(project, three.slice(1));
    await expect(storage.begin(project, [aFile('d.jpg', 1)])).rejects.toMatchObject(full);
    await storage.abort(project.userId, upload);
    await storage.delete(project, '00001');
    expect(await storage.begin(project, three)).toMatchObject({ puts: { length: 3 } });
  });

  test('gives at most a minute for the bytes and for the commit', async () => {
    const { uploadId, puts } = await storage.begin(project, [aFile('a.jpg')]);
    const [row] = await storage.sql<{ secondsLeft: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float AS "secondsLeft"
         FROM upload_files WHERE upload_id = $1`,
      [uploadId],
    );
    expect(row?.secondsLeft).toBeGreaterThan(30);
    expect(row?.secondsLeft).toBeLessThanOrEqual(60);
    expect(new URL(puts[0]?.url ?? '').searchParams.get('X-Amz-Expires')).toBe('60');
  });

  test('sent twice under one message id reserves once', async () => {
    const request = {
      ...project,
      files: [{ filename: 'a.jpg', size: 10, sha256, contentType: 'image/jpeg' }],
    };
    const messageId = randomUUID();
    const call = async () =>
      begun(await storage.bus.call(messages.beginUpload, request, { messageId }));
    const [first, second] = await Promise.all([call(), call()]);
    expect(second.uploadId).toBe(first.uploadId);
    expect(await storage.accounted(project.userId)).toEqual({ used: 0, reserved: 10 });
  });
});

test('a PUT that is repeated after the commit is refused, or open-download names another object', async () => {
  const upload = await storage.beginAndPut(project, aFile('a.jpg'));
  await storage.commit(project.userId, upload);
  const replaced = await storage.put(upload, [aFile('a.jpg')]).catch(() => undefined);
  const request = { ...project, filename: 'a.jpg' };
  const { objectEtag } = await storage.bus.call(messages.openDownload, request);
  expect([objectEtag]).toEqual(upload.etags);
  expect([objectEtag]).not.toEqual(replaced);
});

test('commit-upload refuses the upload of another owner', async () => {
  const upload = await storage.begin(project, [aFile('a.jpg')]);
  expect(await codeOf(storage.commit(randomUUID(), upload))).toBe('UPLOAD_EXPIRED');
});

describe('abort-upload', () => {
  test('frees the reservation and removes the objects, which nobody has seen', async () => {
    const upload = await storage.beginAndPut(project, aFile('a.jpg'));
    const keys = upload.puts.map(({ url }) => new URL(url).pathname.split('/').at(-1));
    expect(await storage.list(project)).toEqual([]);
    expect(await storage.objectKeys()).toEqual(expect.arrayContaining(keys));
    await storage.abort(project.userId, upload);
    expect(await storage.accounted(project.userId)).toEqual(NOTHING);
    await eventually(async () => {
      expect(await storage.objectKeys()).not.toEqual(expect.arrayContaining(keys));
    });
    expect(await codeOf(storage.commit(project.userId, upload))).toBe('UPLOAD_EXPIRED');
  });

  test('of an unknown upload succeeds and stores nothing', async () => {
    const userId = randomUUID();
    await storage.bus.call(messages.abortUpload, { userId, uploadId: randomUUID() });
    expect(await storage.accounted(userId)).toEqual(NOTHING);
  });

  test('after the commit changes nothing', async () => {
    const upload = await storage.beginAndPut(project, aFile('a.jpg'));
    await storage.commit(project.userId, upload);
    await storage.abort(project.userId, upload);
    expect(await storage.list(project)).toHaveLength(1);
    expect(await storage.accounted(project.userId)).toEqual({ used: 100, reserved: 0 });
  });
});

describe('an upload with an idempotency key', () => {
  let name: { messageId: string; digest: string };
  beforeEach(() => {
    name = { messageId: randomUUID(), digest: 'of these files' };
  });
  const { filename, bytes } = aFile('a.jpg');
  const contentType = 'image/jpeg';
  const files = [{ filename, size: bytes.length, sha256: sha256Of(bytes), contentType }];
  const begin = (idempotency = name) =>
    storage.bus.call(messages.beginUpload, { ...project, idempotency, files });

  /** Begins an upload, puts the bytes and commits it under the key, unless it was committed before. */
  async function tryUpload() {
    const reply = await begin();
    if ('files' in reply) return reply.files;
    const etags = await storage.put(reply, [{ filename, bytes }]);
    const request = { userId: project.userId, uploadId: reply.uploadId };
    const commit = { ...request, etags };
    const committed = await storage.bus.call(messages.commitUpload, commit, name);
    if (committed.uploadId !== reply.uploadId)
      await storage.bus.call(messages.abortUpload, request);
    return committed.files;
  }

  test('is answered with its files when it begins again after its commit', async () => {
    const kept = await tryUpload();
    expect(await begin()).toEqual({ files: kept });
    expect(await storage.accounted(project.userId)).toEqual({ used: 100, reserved: 0 });
  });

  test('is kept once when it is sent several times at once, with the same answer', async () => {
    const answers = await Promise.all([1, 2, 3].map(tryUpload));
    expect(new Set(answers.map((files) => JSON.stringify(files))).size).toBe(1);
    expect(await storage.list(project)).toEqual(answers[0]);
    expect(await storage.accounted(project.userId)).toEqual({ used: 100, reserved: 0 });
  });

  test('is refused with other files under its key', async () => {
    await tryUpload();
    expect(await codeOf(begin({ ...name, digest: 'of other files' }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(await storage.list(project)).toHaveLength(1);
  });
});
