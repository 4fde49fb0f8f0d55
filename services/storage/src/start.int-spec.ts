import { HealthRegistry } from '@studiolo/service-kit';

import { eventually } from '../test/eventually.js';
import { aFile, StorageUnderTest } from '../test/storage-under-test.js';
import { TcpProxy } from '../test/tcp-proxy.js';
import { provided } from '../test/test-settings.js';

test('the service starts before its store and makes the bucket as soon as there is one', async () => {
  const proxy = await TcpProxy.before(provided('S3_ENDPOINT'));
  proxy.set('refusing');
  const storage = await StorageUnderTest.start({
    settings: { S3_ENDPOINT: proxy.url },
    replicas: 0,
  });
  const replica = await storage.startReplica();
  const health = replica.get(HealthRegistry);
  expect((await health.report()).checks).toMatchObject({ 'object-store': 'down', database: 'up' });
  proxy.set('fine');
  await eventually(async () => expect(await health.report()).toMatchObject({ ready: true }));
  const project = storage.newProject();
  expect(await storage.upload(project, aFile('a.jpg'))).toHaveLength(1);
  await storage.stop();
  await proxy.close();
}, 30_000);

test('replicas that start together on an empty database and without a bucket all become ready', async () => {
  const storage = await StorageUnderTest.start({ replicas: 0 });
  await Promise.all([storage.addReplica(), storage.addReplica(), storage.addReplica()]);
  const project = storage.newProject();
  expect(await storage.upload(project, aFile('a.jpg'))).toHaveLength(1);
  await storage.stop();
}, 30_000);

test('what a replica that died has left to remove is removed by the next one', async () => {
  const proxy = await TcpProxy.before(provided('S3_ENDPOINT'));
  const storage = await StorageUnderTest.start({ settings: { S3_ENDPOINT: proxy.url } });
  const project = storage.newProject();
  await storage.upload(project, aFile('a.jpg'));
  proxy.set('refusing');
  await storage.delete(project, 'a.jpg');
  await storage.stopReplicas();
  proxy.set('fine');
  await storage.addReplica();
  await eventually(async () => expect(await storage.objectKeys()).toEqual([]));
  await storage.stop();
  await proxy.close();
}, 30_000);
