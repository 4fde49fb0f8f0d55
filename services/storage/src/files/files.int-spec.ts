import { randomUUID } from 'node:crypto';

import { MIB, type ReplyOf, storageMessages as messages } from '@studiolo/contracts';

import { aFile, NOTHING, StorageUnderTest } from '../../test/storage-under-test.js';

const NOT_FOUND = { code: 'FILE_NOT_FOUND' };

const storage = StorageUnderTest.duringTests();

describe('a file name', () => {
  test.each([
    ['Anna & "Tom" 100%.jpg', 'Anna & "Tom" 100%.jpg'],
    ['👩‍👩‍👧 婚礼 חתונה.heic', '👩‍👩‍👧 婚礼 חתונה.heic'],
    ['e\u0301te\u0301.jpg', '\u00e9t\u00e9.jpg'],
    ['a\0b.jpg', 'ab.jpg'],
    ["'; DROP TABLE files; --.pdf", "'; DROP TABLE files; --.pdf"],
    ['\ud83c.jpg', '\ufffd.jpg'],
    [`${'é'.repeat(300)}.jpg`, `${'é'.repeat(251)}.jpg`],
  ])('%j is stored as %j and finds its file', async (claimed, kept) => {
    const project = storage.newProject();
    const file = aFile(claimed);
    expect(await storage.upload(project, file)).toMatchObject([{ filename: kept }]);
    expect((await storage.list(project)).map(({ filename }) => filename)).toEqual([kept]);
    expect((await storage.download(project, kept)).equals(file.bytes)).toBe(true);
    await storage.delete(project, kept);
    expect(await storage.list(project)).toEqual([]);
  });

  test('in NFD finds the file that is stored in NFC', async () => {
    const project = storage.newProject();
    await storage.upload(project, aFile('\u00e9.jpg'));
    expect(await storage.download(project, 'e\u0301.jpg')).toHaveLength(100);
  });

  test('several times in one upload is numbered', async () => {
    const project = storage.newProject();
    const files = [aFile('a.jpg'), aFile('a.jpg'), aFile('a.jpg')];
    const kept = await storage.upload(project, ...files);
    expect(kept.map(({ filename }) => filename)).toEqual(['a.jpg', 'a (2).jpg', 'a (3).jpg']);
    const third = await storage.download(project, 'a (3).jpg');
    expect(third.equals(files[2]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  test.each(['missing.jpg', 'a\0.jpg', '\ud83c.jpg', '%', '../a.jpg', 'A.JPG'])(
    'of %j finds nothing to open or delete',
    async (filename) => {
      const project = storage.newProject();
      await storage.upload(project, aFile('a.jpg'));
      await expect(storage.download(project, filename)).rejects.toMatchObject(NOT_FOUND);
      await expect(storage.delete(project, filename)).rejects.toMatchObject(NOT_FOUND);
    },
  );
});

test('a file of somebody else is refused like a missing one', async () => {
  const project = storage.newProject();
  await storage.upload(project, aFile('a.jpg'));
  const stranger = { ...project, userId: randomUUID() };
  await expect(storage.download(stranger, 'a.jpg')).rejects.toMatchObject(NOT_FOUND);
  await expect(storage.delete(stranger, 'a.jpg')).rejects.toMatchObject(NOT_FOUND);
  expect(await storage.list(stranger)).toEqual([]);
  expect(await storage.accounted(stranger.userId)).toEqual(NOTHING);
});

test('open-download gives a strong validator that changes only when the file is replaced', async () => {
  const project = storage.newProject();
  const open = () => storage.bus.call(messages.openDownload, { ...project, filename: 'a.jpg' });
  await storage.upload(project, aFile('a.jpg'));
  const first = await open();
  expect(first.etag).toMatch(/^"[^"]+"$/);
  expect((await open()).etag).toBe(first.etag);
  await storage.delete(project, 'a.jpg');
  await storage.upload(project, aFile('a.jpg'));
  expect((await open()).etag).not.toBe(first.etag);
});

describe('list-files', () => {
  test('gives all projects of the owner that have files, oldest file first', async () => {
    const one = storage.newProject();
    const other = storage.newProject(one.userId);
    storage.newProject(one.userId);
    await storage.upload(one, aFile('z.jpg'), aFile('a.jpg'));
    await storage.upload(other, aFile('b.jpg'));
    await storage.upload(one, aFile('m.jpg'));
    const { projects } = await storage.bus.call(messages.listFiles, { userId: one.userId });
    const names = Object.entries(projects).map(([projectId, files]) => [
      projectId,
      files.map(({ filename }) => filename),
    ]);
    expect(Object.fromEntries(names)).toEqual({
      [one.projectId]: ['z.jpg', 'a.jpg', 'm.jpg'],
      [other.projectId]: ['b.jpg'],
    });
  });

  test('splits a long list into several replies, with each file once', async () => {
    const one = storage.newProject();
    const other = storage.newProject(one.userId);
    const longestName = '"'.repeat(250);
    await storage.addTinyFiles(one, 2500, longestName);
    await storage.addTinyFiles(other, 10, longestName);
    await storage.upload(other, aFile('last.jpg'));
    const projectIds = [one.projectId, other.projectId];
    const names: string[] = [];
    let after: ReplyOf<typeof messages.listFiles>['next'] = null;
    do {
      const request = { userId: one.userId, projectIds, ...(after && { after }) };
      const reply: ReplyOf<typeof messages.listFiles> = await storage.bus.call(
        messages.listFiles,
        request,
      );
      for (const [projectId, files] of Object.entries(reply.projects)) {
        names.push(...files.map(({ filename }) => `${projectId} ${filename}`));
      }
      after = reply.next;
    } while (after);
    expect(names).toHaveLength(2511);
    expect(new Set(names).size).toBe(2511);
    expect(names.at(-1)).toBe(`${other.projectId} last.jpg`);
  });

  test('gives the files of the requested projects', async () => {
    const one = storage.newProject();
    const other = storage.newProject(one.userId);
    await storage.upload(one, aFile('a.jpg'));
    await storage.upload(other, aFile('b.jpg'));
    const request = { userId: one.userId, projectIds: [other.projectId, randomUUID()] };
    const { projects, next } = await storage.bus.call(messages.listFiles, request);
    expect(Object.keys(projects)).toEqual([other.projectId]);
    expect(next).toBeNull();
  });
});

test('get-limits gives the limits in force', async () => {
  expect(await storage.bus.call(messages.getLimits, {})).toEqual({
    quota_bytes: 5 * MIB,
    max_file_bytes: 5 * MIB,
  });
});

describe('get-usage', () => {
  test('adds up the files of each project, the largest first, and gives the limits', async () => {
    const small = storage.newProject();
    const large = storage.newProject(small.userId);
    await storage.upload(small, aFile('a.jpg', 100), aFile('b.jpg', 200));
    await storage.upload(large, aFile('c.jpg', 1000));
    await storage.begin(large, [aFile('pending.jpg', 5000)]);
    expect(await storage.usage(small.userId)).toEqual({
      total_storage_bytes: 1300,
      total_storage_mb: 0,
      total_files: 3,
      quota_bytes: 5 * MIB,
      max_file_bytes: 5 * MIB,
      projects: [
        { project_id: large.projectId, file_count: 1, total_size: 1000 },
        { project_id: small.projectId, file_count: 2, total_size: 300 },
      ],
    });
  });

  test('lists the 500 largest projects and counts all projects', async () => {
    const userId = randomUUID();
    await storage.sql(
      `INSERT INTO files (id, user_id, project_id, filename, object_key, size, content_type)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'a.txt', gen_random_uuid(), n, 'text/plain'
         FROM generate_series(1, 600) AS n`,
      [userId],
    );
    const usage = await storage.usage(userId);
    expect(usage).toMatchObject({ total_files: 600, total_storage_bytes: 180_300 });
    expect(usage.projects).toHaveLength(500);
    expect(usage.projects.at(-1)?.total_size).toBe(101);
  });

  test('of an owner without files is zero', async () => {
    expect(await storage.usage(randomUUID())).toMatchObject({
      total_storage_bytes: 0,
      total_files: 0,
      projects: [],
    });
  });

  test('counts beyond 32 bits', async () => {
    const { userId, projectId } = storage.newProject();
    await storage.sql(
      `INSERT INTO files (id, user_id, project_id, filename, object_key, size, content_type)
       VALUES ($1, $2, $3, 'film.mov', $4, 5000000000, 'video/quicktime')`,
      [randomUUID(), userId, projectId, randomUUID()],
    );
    expect((await storage.usage(userId)).total_storage_bytes).toBe(5_000_000_000);
    expect((await storage.list({ userId, projectId }))[0]?.size).toBe(5_000_000_000);
  });
});
