import { projectMessages as messages } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { eventually } from '@studiolo/testing/eventually';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../../test/support/projects-service.js';

const service = ProjectsService.forThisFile();
let userId: string;

beforeEach(() => {
  userId = uuidv7();
});

const remove = (projectId: string, options = {}) =>
  service.bus.call(messages.deleteProject, { projectId, userId }, options);

test('deleting a project removes it and announces that to storage once', async () => {
  const { id } = await service.create(userId);
  const messageId = `delete-${id}`;
  await remove(id, { messageId });
  await remove(id, { messageId });
  expect(await codeOf(service.read(userId, id))).toBe('PROJECT_NOT_FOUND');
  await eventually(async () =>
    expect(await service.eventsForStorage(id)).toEqual([{ userId, projectId: id }]),
  );
});

test('deleting a project a second time finds none', async () => {
  const { id } = await service.create(userId);
  await remove(id);
  expect(await codeOf(remove(id))).toBe('PROJECT_NOT_FOUND');
});
