import { storageMessages as messages } from '@studiolo/contracts';
import { HealthRegistry, MessageBus } from '@studiolo/service-kit';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import {
  aFile,
  begun,
  NOTHING,
  type OwnedProject,
  StorageUnderTest,
} from '../test/storage-under-test.js';

const UNAVAILABLE = { code: 'UNAVAILABLE' };

const proxy = duringTests(() => TcpProxy.to(() => environment('S3_ENDPOINT')));
const storage = StorageUnderTest.duringTests({
  settings: () => ({ S3_ENDPOINT: `http://${proxy().address}` }),
});
afterEach(() => proxy().heal());

const isHealthy = async () => (await storage.get(HealthRegistry).report()).checks['object-store'];

describe('while the store is frozen', () => {
  test('an upload whose bytes it already has is committed without it', async () => {
    const project = storage.newProject();
    const upload = await storage.beginAndPut(project, aFile('a.jpg'));
    proxy().freeze();
    expect(await storage.commit(project.userId, upload)).toHaveLength(1);
    proxy().heal();
    expect(await storage.download(project, 'a.jpg')).toHaveLength(100);
    expect(await storage.accounted(project.userId)).toEqual({ used: 100, reserved: 0 });
  }, 15_000);

  test('the replica reports the store as down, stays ready and still answers lists and usage', async () => {
    const project = storage.newProject();
    await storage.upload(project, aFile('a.jpg'));
    proxy().freeze();
    await eventually(async () => expect(await isHealthy()).toBe('down'));
    expect(await storage.get(HealthRegistry).isReady()).toBe(true);
    expect(await storage.list(project)).toHaveLength(1);
    expect((await storage.usage(project.userId)).total_storage_bytes).toBe(100);
    proxy().heal();
    await eventually(async () => expect(await isHealthy()).toBe('up'));
  }, 15_000);

  test('a deletion succeeds, and its object is removed when the store is back', async () => {
    const project = storage.newProject();
    const before = await storage.objectKeys();
    await storage.upload(project, aFile('a.jpg'));
    proxy().freeze();
    await storage.delete(project, 'a.jpg');
    expect(await storage.accounted(project.userId)).toEqual({ used: 0, reserved: 0 });
    await expect(storage.download(project, 'a.jpg')).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    proxy().heal();
    await eventually(async () => expect(await storage.objectKeys()).toEqual(before));
  }, 30_000);
});

test('an upload begun before an outage is released at its expiry during the outage', async () => {
  const project = storage.newProject();
  const upload = await storage.begin(project, [aFile('a.jpg', 5_000_000)]);
  proxy().refuse();
  await storage.expire(upload);
  await storage.untilAccounted(project.userId, NOTHING);
});

test('while the projects service is away, an upload is refused unless its project has files', async () => {
  const project = storage.newProject();
  const withFiles = storage.newProject();
  await storage.upload(withFiles, aFile('a.jpg'));
  await storage.stopProjectsService();
  const sha256 = '0'.repeat(64);
  const files = [{ filename: 'b.jpg', size: 1, sha256, contentType: 'image/jpeg' }];
  const begin = async (to: OwnedProject) =>
    begun(await storage.get(MessageBus).call(messages.beginUpload, { ...to, files }));
  await expect(begin(project)).rejects.toMatchObject(UNAVAILABLE);
  expect(await storage.accounted(project.userId)).toEqual(NOTHING);
  expect((await begin(withFiles)).puts).toHaveLength(1);
}, 15_000);
