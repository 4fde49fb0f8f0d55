import { HealthRegistry } from '@studiolo/service-kit';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { aFile, StorageUnderTest } from '../test/storage-under-test.js';

test('the service starts before its store and creates the bucket once the store is up', async () => {
  await using proxy = await TcpProxy.to(() => environment('S3_ENDPOINT'));
  proxy.refuse();
  await using storage = await new StorageUnderTest({
    settings: () => ({ S3_ENDPOINT: `http://${proxy.address}` }),
    replicas: 0,
  }).start();
  const replica = await storage.startReplica();
  const health = replica.get(HealthRegistry);
  expect((await health.report()).checks).toMatchObject({ 'object-store': 'down', database: 'up' });
  expect(await health.isReady()).toBe(false);
  proxy.heal();
  await eventually(async () => expect(await health.report()).toMatchObject({ healthy: true }));
  const project = storage.newProject();
  expect(await storage.upload(project, aFile('a.jpg'))).toHaveLength(1);
}, 30_000);

test('[F12] replicas that start together on an empty database and without a bucket all become ready', async () => {
  await using storage = await new StorageUnderTest({ replicas: 0 }).start();
  await Promise.all([storage.addReplica(), storage.addReplica(), storage.addReplica()]);
  const project = storage.newProject();
  expect(await storage.upload(project, aFile('a.jpg'))).toHaveLength(1);
}, 30_000);
