import { duringEachTest } from '@studiolo/testing/during-tests';
import { subscribeLiveSignals } from '@studiolo/testing/live-signals';

import { aFile, StorageUnderTest } from '../test/storage-under-test.js';

const storage = StorageUnderTest.duringTests();
const project = duringEachTest(() => storage.newProject());
const notices = duringEachTest(() => subscribeLiveSignals(storage.redis, project().userId));

test('an upload is announced once although it has several files, and so is a deletion', async () => {
  await storage.upload(project(), aFile('a.jpg'), aFile('b.jpg'));
  await storage.delete(project(), 'a.jpg');
  await notices().becomes('file created', 'file deleted');
  const { userId, projectId } = project();
  const about = { userId, change: { project_id: projectId } };
  expect(notices().all).toMatchObject([about, about]);
});

test('an aborted upload is not announced', async () => {
  await storage.abort(project().userId, await storage.begin(project(), [aFile('a.jpg')]));
  await storage.upload(project(), aFile('b.jpg'));
  await notices().becomes('file created');
});

test('the removal of a deleted project’s files is announced, since it frees space', async () => {
  await storage.upload(project(), aFile('a.jpg'));
  await storage.publishDeleted('project', project());
  await notices().becomes('file created', 'file deleted');
});
