import { dataSourceOptions, migrate } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { ProjectEntity } from '../project.entity.js';
import { migrations } from './migrations.js';

const schema = `projects_${uuidv7().replaceAll('-', '')}`;
const options = dataSourceOptions(
  { DATABASE_URL: process.env.TEST_ADMIN_DATABASE_URL ?? '', DATABASE_POOL_SIZE: 2 },
  { schema, entities: [ProjectEntity], migrations },
);
let dataSource: DataSource;

beforeAll(async () => {
  dataSource = await new DataSource(options).initialize();
  await dataSource.query(`CREATE SCHEMA ${schema}`);
});
afterAll(async () => {
  await dataSource.query(`DROP SCHEMA ${schema} CASCADE`);
  await dataSource.destroy();
});

const tables = async () => {
  const sql = 'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename';
  const rows = await dataSource.query<{ tablename: string }[]>(sql, [schema]);
  return rows.map(({ tablename }) => tablename);
};

test('the schema can be created, reverted and created again', async () => {
  await migrate(options);
  const all = ['inbox', 'migrations', 'outbox', 'owners', 'projects', 'published_events'];
  expect(await tables()).toEqual(all);
  while ((await tables()).length > 1) {
    await dataSource.undoLastMigration({ transaction: 'each' });
  }
  expect(await tables()).toEqual(['migrations']);
  await migrate(options);
  expect(await tables()).toContain('projects');
});

test('the entity matches its table', async () => {
  await migrate(options);
  const projects = dataSource.getRepository(ProjectEntity);
  const given = {
    id: uuidv7(),
    userId: uuidv7(),
    title: 'Wedding',
    client: 'Anna',
    searchText: '',
  };
  const saved = await projects.save(projects.create({ ...given, status: 'todo' }));
  expect(await projects.findOneBy({ id: given.id })).toEqual({
    ...saved,
    ...given,
    contact: null,
    description: null,
  });
});
