import { projectMessages as messages } from '@studiolo/contracts';
import { crossingStatements } from '@studiolo/service-kit/testing/partitions';
import { eventually } from '@studiolo/testing/eventually';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from './support/projects-service.js';

process.env.TEST_PARTITIONS = '4';

const service = ProjectsService.duringTests();
const userId = uuidv7();

const inMessage = (sql: string, parameters: unknown[]) =>
  service.deliver({ messageId: uuidv7(), entryId: '1-1', attempt: 1 }, () =>
    service.sql(sql, parameters),
  );

async function lifeOfAnOwner(): Promise<void> {
  const { id: projectId } = await service.create(userId);
  await service.create(userId);
  await service.read(userId, projectId);
  await service.list(userId);
  await service.list(userId, { search: 'anna', status: 'todo', sort: 'title' });
  await service.call(messages.summarize, { userId, filter: {} });
  await service.call(messages.getTitles, { userId, projectIds: [projectId] });
  await service.call(messages.update, { userId, projectId, changes: { title: 'Portrait' } });
  await service.call(messages.delete, { userId, projectId });
  await service.deleteUser(userId);
  await eventually(async () => expect((await service.list(userId)).projects).toEqual([]));
}

test('no statement for a message visits the rows of two partitions', async () => {
  await lifeOfAnOwner();
  expect(await crossingStatements()).toEqual([]);
});

test('a statement that names no owner is found', async () => {
  const sql = 'SELECT title FROM projects WHERE id = $1';
  await inMessage(sql, [uuidv7()]);
  expect(await crossingStatements()).toEqual([sql]);
});
