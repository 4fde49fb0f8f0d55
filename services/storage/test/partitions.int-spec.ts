import { randomUUID } from 'node:crypto';

import { RowPurge } from '@studiolo/service-kit/database';
import { crossingStatements } from '@studiolo/service-kit/testing/partitions';
import { eventually } from '@studiolo/testing/eventually';

import { aFile, NOTHING, StorageUnderTest } from './storage-under-test.js';

process.env.TEST_PARTITIONS = '4';

const storage = StorageUnderTest.duringTests();

const inMessage = (sql: string, parameters: unknown[]) =>
  storage.deliver({ messageId: randomUUID(), entryId: '1-1', attempt: 1 }, () =>
    storage.sql(sql, parameters),
  );

async function lifeOfAnOwner(): Promise<void> {
  const project = storage.newProject();
  const { userId } = project;
  const other = storage.newProject(userId);
  await storage.upload(project, aFile('one.jpg'), aFile('one.jpg'), aFile('two.jpg'));
  await storage.upload(project, aFile('one.jpg'));
  await storage.upload(other, aFile('one.jpg'));
  await storage.list(project);
  await storage.usage(userId);
  await storage.download(project, 'one.jpg');
  await storage.delete(project, 'one.jpg');
  await storage.abort(userId, await storage.begin(project, [aFile('left.jpg')]));
  await storage.begin(project, [aFile('open.jpg')]);
  await storage.publishDeleted('project', project);
  await eventually(async () => expect(await storage.list(project)).toEqual([]));
  await storage.publishDeleted('account', project);
  await storage.untilAccounted(userId, NOTHING);
}

test('no statement for a message visits the rows of two partitions', async () => {
  await lifeOfAnOwner();
  expect(await crossingStatements()).toEqual([]);
});

test('a statement that names no owner is found', async () => {
  const sql = 'SELECT filename FROM files WHERE project_id = $1';
  await inMessage(sql, [randomUUID()]);
  expect(await crossingStatements()).toEqual([sql]);
});

test('a purge of old rows keeps the young ones in other partitions', async () => {
  await storage.sql(
    `INSERT INTO tombstones (user_id, id, created_at)
     SELECT uuidv7(), uuidv7(), now() - n % 2 * interval '2 days' FROM generate_series(1, 40) AS n`,
  );
  const young = () =>
    storage.sql(`SELECT id FROM tombstones WHERE created_at > now() - interval '1 day'`);
  const before = await young();
  await storage.get(RowPurge).run();
  expect(await young()).toHaveLength(before.length);
  expect(await storage.sql('SELECT id FROM tombstones')).toHaveLength(before.length);
});
