import { OBJECTS_KEPT_LOCK } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import {
  aFile,
  NOTHING,
  type OwnedProject,
  StorageUnderTest,
} from '../../test/storage-under-test.js';
import { FileEntity } from '../entities/file.entity.js';
import { ObjectStore } from '../object-store/object-store.js';
import { ObjectRemover } from './object-remover.js';

const GONE = { code: 'PROJECT_NOT_FOUND' };

const storage = StorageUnderTest.duringTests();

async function untilHandled(project: OwnedProject): Promise<void> {
  await eventually(async () => {
    expect(await storage.list(project)).toEqual([]);
    expect(await storage.accounted(project.userId)).toEqual(NOTHING);
  });
}

test.each(['project', 'account'] as const)(
  'after its %s was deleted, an open upload is refused at its commit, a new one at its start, and no object is left',
  async (what) => {
    const project = storage.newProject();
    await storage.upload(project, aFile('kept.jpg'));
    const upload = await storage.beginAndPut(project, aFile('a.jpg'), aFile('b.jpg'));
    await storage.publishDeleted(what, project);
    await untilHandled(project);
    await expect(storage.commit(project.userId, upload)).rejects.toMatchObject(GONE);
    await expect(storage.begin(project, [aFile('a.jpg')])).rejects.toMatchObject(GONE);
    expect(await storage.accounted(project.userId)).toEqual(NOTHING);
    await eventually(async () => expect(await storage.objectKeys()).toEqual([]));
  },
);

describe('with more files than one statement removes', () => {
  const COUNT = 12_001;
  const countFiles = ({ userId }: OwnedProject) =>
    storage.dataSource.manager.countBy(FileEntity, { userId });

  // These files have no objects; without this, the removal of each would delay the next tests.
  afterEach(() => storage.dataSource.query('DELETE FROM object_deletions'));

  test.each(['project', 'account'] as const)(
    'a deleted %s loses its files in batches, refuses uploads meanwhile, and continues a removal that failed',
    async (what) => {
      const project = storage.newProject();
      await storage.addTinyFiles(project, COUNT);
      const holder = storage.dataSource.createQueryRunner();
      await holder.startTransaction();
      // This lock makes the deletion of its batch time out, and so the event fail.
      const last = `SELECT id FROM files WHERE user_id = $1 AND filename = '${COUNT}' FOR UPDATE`;
      await holder.query(last, [project.userId]);
      await storage.publishDeleted(what, project);
      const left = await eventually(async () => {
        const count = await countFiles(project);
        expect(count).toBeLessThan(COUNT);
        return count;
      });
      expect(left).toBeGreaterThan(0);
      expect(await storage.accounted(project.userId)).toMatchObject({ reserved: 0 });
      await expect(storage.begin(project, [aFile('a.jpg')])).rejects.toMatchObject(GONE);
      await holder.commitTransaction();
      await holder.release();
      await eventually(async () => expect(await countFiles(project)).toBe(0), 60_000);
      await untilHandled(project);
    },
    90_000,
  );

  test('a service that ends begins no further removal of objects', async () => {
    const keys = `SELECT gen_random_uuid() FROM generate_series(1, ${COUNT})`;
    await storage.dataSource.query(`INSERT INTO object_deletions (object_key) ${keys}`);
    let removals = 0;
    const remove = () => {
      removals += 1;
      return remover.onModuleDestroy();
    };
    const remover = new ObjectRemover(storage.dataSource, { remove } as unknown as ObjectStore);
    await remover.run();
    expect(removals).toBe(1);
  });
});

test('the object of a deleted file stays while a backup runs, and is removed afterwards', async () => {
  const project = storage.newProject();
  await storage.upload(project, aFile('a.jpg'));
  const kept = await storage.objectKeys();
  const backup = storage.dataSource.createQueryRunner();
  await backup.query('SELECT pg_advisory_lock($1)', [OBJECTS_KEPT_LOCK]);
  await storage.delete(project, 'a.jpg');
  await storage.get(ObjectRemover).run();
  expect(await storage.list(project)).toEqual([]);
  expect(await storage.objectKeys()).toEqual(kept);

  await backup.query('SELECT pg_advisory_unlock($1)', [OBJECTS_KEPT_LOCK]);
  await backup.release();
  await eventually(async () => expect(await storage.objectKeys()).toEqual([]));
});
