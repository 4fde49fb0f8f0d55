import { randomUUID } from 'node:crypto';

import { dataSourceOptions, migrate } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { isolatedSettings } from '../../test/test-settings.js';
import { FileEntity } from '../files/file.entity.js';
import { UploadFileEntity } from '../uploads/upload-file.entity.js';
import { migrations } from './migrations.js';

let options: ReturnType<typeof dataSourceOptions>;
let dataSource: DataSource;

beforeAll(async () => {
  options = dataSourceOptions(await isolatedSettings(), {
    schema: 'storage',
    entities: [FileEntity, UploadFileEntity],
    migrations,
  });
  dataSource = await new DataSource(options).initialize();
});
afterAll(() => dataSource.destroy());

const tables = async () => {
  const sql = `SELECT tablename FROM pg_tables WHERE schemaname = 'storage' ORDER BY tablename`;
  const rows = await dataSource.query<{ tablename: string }[]>(sql);
  return rows.map(({ tablename }) => tablename);
};

test('the schema can be created, reverted and created again', async () => {
  await migrate(options);
  const all = [
    ...['files', 'inbox', 'installation', 'migrations', 'object_deletions', 'outbox'],
    ...['published_events', 'tombstones', 'upload_files', 'usage'],
  ];
  expect(await tables()).toEqual(all);
  while ((await tables()).length > 1) {
    await dataSource.undoLastMigration({ transaction: 'each' });
  }
  expect(await tables()).toEqual(['migrations']);
  await migrate(options);
  expect(await tables()).toEqual(all);
});

test('the entities match their tables', async () => {
  await migrate(options);
  const common = {
    ...{ ownerId: randomUUID(), projectId: randomUUID(), objectKey: randomUUID() },
    ...{ filename: 'a.jpg', contentType: 'image/jpeg' },
  };
  const file = { ...common, id: randomUUID(), createdAt: new Date() };
  await dataSource.manager.insert(FileEntity, { ...file, size: 1 });
  expect(await dataSource.manager.findOneBy(FileEntity, { id: file.id })).toMatchObject(file);
  const upload = { ...common, uploadId: randomUUID(), position: 0, expiresAt: new Date() };
  await dataSource.manager.insert(UploadFileEntity, { ...upload, size: 1 });
  const { uploadId } = upload;
  expect(await dataSource.manager.findOneBy(UploadFileEntity, { uploadId })).toMatchObject(upload);
});

test('neither bytes used nor bytes reserved can fall below zero', async () => {
  await migrate(options);
  for (const column of ['used_bytes', 'reserved_bytes']) {
    await expect(
      dataSource.query(`INSERT INTO usage (owner_id, ${column}) VALUES ($1, -1)`, [randomUUID()]),
    ).rejects.toThrow('usage_');
  }
});
