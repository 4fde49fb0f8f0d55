import { MIB } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';

import {
  aFile,
  ANY_AGE_MS,
  countRefused,
  type NewFile,
  NOTHING,
  type OwnedProject,
  StorageUnderTest,
} from '../test/storage-under-test.js';
import { FileEntity } from './entities/file.entity.js';
import { OrphanSweeper } from './sweeps/orphan-sweeper.js';

const storage = StorageUnderTest.duringTests({
  replicas: 3,
  settings: () => ({ ORPHAN_SHARE_MAX: 1 }),
  prepare: (replica) => (replica.get(OrphanSweeper).orphanAgeMs = ANY_AGE_MS),
});

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

/** In one statement, so that a commit in progress is counted once. */
const SUM_OF_ALL = `SELECT coalesce(sum(size), 0)::bigint AS bytes
  FROM (SELECT size FROM files WHERE user_id = $1
        UNION ALL SELECT size FROM upload_files WHERE user_id = $1) AS taken`;

/** Polls an owner's usage until told to stop, and returns the highest value. */
function watchAccount(userId: string): () => Promise<number> {
  let isOver = false;
  let most = 0;
  const watching = (async () => {
    while (!isOver) {
      const [row] = await storage.sql<{ bytes: number }>(SUM_OF_ALL, [userId]);
      most = Math.max(most, row?.bytes ?? 0);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return most;
  };
}

test('[L1] five of fifty simultaneous uploads of 1 MB by one owner are kept, and usage never exceeds the quota', async () => {
  const project = storage.newProject();
  const mostEver = watchAccount(project.userId);
  const results = await times(50, (index) => storage.upload(project, aFile(`${index}.jpg`, MIB)));
  expect(await mostEver()).toBe(5 * MIB);
  expect(countRefused(results, 'QUOTA_EXCEEDED')).toBe(45);
  expect(await storage.list(project)).toHaveLength(5);
  expect(await storage.accounted(project.userId)).toEqual({ used: 5 * MIB, reserved: 0 });
}, 60_000);

test('[L2] fifty simultaneous uploads of one name give fifty names with the right contents', async () => {
  const project = storage.newProject();
  const contents = new Map<string, NewFile>();
  const results = await times(50, async (index) => {
    const file = aFile('photo.jpg', 100 + index);
    const [kept] = await storage.upload(project, file);
    contents.set(kept?.filename ?? '', file);
  });
  expect(countRefused(results, 'never')).toBe(0);
  const expected = Array.from({ length: 49 }, (_, index) => `photo (${index + 2}).jpg`);
  expect([...contents.keys()].sort()).toEqual(['photo.jpg', ...expected].sort());
  for (const [filename, { bytes }] of contents) {
    expect((await storage.download(project, filename)).equals(bytes)).toBe(true);
  }
}, 60_000);

test('[L3] after a hundred simultaneous uploads and deletions of one name, each listed file has its bytes', async () => {
  const project = storage.newProject();
  await storage.upload(project, aFile('a.jpg', 10));
  const results = await times<unknown>(100, (index) =>
    index % 2 === 0
      ? storage.upload(project, aFile('a.jpg', 10 + index))
      : storage.delete(project, 'a.jpg'),
  );
  countRefused(results, 'FILE_NOT_FOUND');
  const files = await storage.list(project);
  expect(await storage.accounted(project.userId)).toMatchObject({ reserved: 0 });
  for (const { filename, size } of files) {
    expect(await storage.download(project, filename)).toHaveLength(size);
  }
}, 60_000);

test('ten simultaneous deletions of one file delete it once', async () => {
  const project = storage.newProject();
  await storage.upload(project, aFile('a.jpg'), aFile('b.jpg'));
  const results = await times(10, () => storage.delete(project, 'a.jpg'));
  expect(countRefused(results, 'FILE_NOT_FOUND')).toBe(9);
  expect(await storage.accounted(project.userId)).toEqual({ used: 100, reserved: 0 });
});

/** Sweeps, because bytes of an upload can arrive after its objects were removed. */
async function expectNothingOf(userId: string) {
  await eventually(async () => {
    expect(await storage.accounted(userId)).toEqual(NOTHING);
    await storage.get(OrphanSweeper).sweep();
    const files = await storage.dataSource.manager.find(FileEntity, {
      order: { objectKey: 'ASC' },
    });
    expect(await storage.objectKeys()).toEqual(files.map(({ objectKey }) => objectKey));
  });
}

/** Uploads one file after another until the project is deleted. */
async function uploadUntilRefused(project: OwnedProject, name: string): Promise<void> {
  for (;;) {
    try {
      await storage.upload(project, aFile(name, 10));
    } catch (error) {
      if (error instanceof AppError && error.code === 'PROJECT_NOT_FOUND') return;
      throw error;
    }
  }
}

const ROUND_OF_UPLOADS = 20;

function keepUploading(...projects: OwnedProject[]): Promise<unknown> {
  return Promise.all(
    projects.flatMap((project) =>
      Array.from({ length: ROUND_OF_UPLOADS }, (_, index) =>
        uploadUntilRefused(project, `${index % 3}.jpg`),
      ),
    ),
  );
}

async function untilUnderWay(project: OwnedProject) {
  await eventually(async () => expect((await storage.list(project)).length).toBeGreaterThan(1));
}

test.each(['project', 'account'] as const)(
  '[L4] uploads whose %s is deleted meanwhile leave no file, no reservation and no object',
  async (what) => {
    const project = storage.newProject();
    const others = what === 'account' ? [storage.newProject(project.userId)] : [];
    const uploads = keepUploading(project, ...others);
    await untilUnderWay(project);
    await storage.publishDeleted(what, project);
    await uploads;
    await expectNothingOf(project.userId);
  },
  60_000,
);

test('deleting one project keeps the files of its owner’s other projects', async () => {
  const project = storage.newProject();
  const other = storage.newProject(project.userId);
  await storage.upload(project, aFile('a.jpg', 10));
  await storage.upload(other, aFile('a.jpg', 20));
  await storage.publishDeleted('project', project);
  await eventually(async () => expect(await storage.list(project)).toEqual([]));
  expect(await storage.download(other, 'a.jpg')).toHaveLength(20);
  expect(await storage.accounted(project.userId)).toEqual({ used: 20, reserved: 0 });
});
