import { projectMessages as messages } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../test/support/projects-service.js';

const service = ProjectsService.forThisFile();
let userId: string;

beforeEach(() => {
  userId = uuidv7();
});

describe("somebody else's project", () => {
  const stranger = uuidv7();
  const { getProject, updateProject, deleteProject } = messages;
  const attempts: Record<string, (projectId: string) => Promise<unknown>> = {
    read: (projectId) => service.bus.call(getProject, { projectId, userId: stranger }),
    changed: (projectId) =>
      service.bus.call(updateProject, { projectId, userId: stranger, changes: { title: 'X' } }),
    deleted: (projectId) => service.bus.call(deleteProject, { projectId, userId: stranger }),
  };

  test.each(Object.entries(attempts))('cannot be %s, and looks absent', async (_what, attempt) => {
    const { id } = await service.create(userId, { title: 'Mine' });
    const codes = [await codeOf(attempt(id)), await codeOf(attempt(uuidv7()))];
    expect(codes).toEqual(['PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND']);
    expect((await service.read(userId, id)).project.title).toBe('Mine');
  });

  test('has no title for others', async () => {
    const mine = await service.create(userId, { title: 'Mine' });
    const theirs = await service.create(stranger, { title: 'Theirs' });
    const projectIds = [mine.id, theirs.id, uuidv7()];
    const reply = await service.bus.call(messages.getProjectTitles, { userId, projectIds });
    expect(reply).toEqual({ titles: { [mine.id]: 'Mine' } });
  });
});
