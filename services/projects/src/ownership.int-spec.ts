import { projectMessages as messages } from '@studiolo/contracts';
import { v7 as uuidv7 } from 'uuid';

import { codeOf, ProjectsService } from '../test/support/projects-service.js';

let service: ProjectsService;
let ownerId: string;

beforeAll(async () => {
  service = await ProjectsService.start();
});
afterAll(() => service.close());
beforeEach(() => {
  ownerId = uuidv7();
});

describe("somebody else's project", () => {
  const stranger = uuidv7();
  const { getProject, updateProject, deleteProject } = messages;
  const attempts: Record<string, (projectId: string) => Promise<unknown>> = {
    read: (projectId) => service.bus.call(getProject, { projectId, ownerId: stranger }),
    changed: (projectId) =>
      service.bus.call(updateProject, { projectId, ownerId: stranger, changes: { title: 'X' } }),
    deleted: (projectId) => service.bus.call(deleteProject, { projectId, ownerId: stranger }),
  };

  test.each(Object.entries(attempts))('cannot be %s, and looks absent', async (_what, attempt) => {
    const { id } = await service.create(ownerId, { title: 'Mine' });
    const codes = [await codeOf(attempt(id)), await codeOf(attempt(uuidv7()))];
    expect(codes).toEqual(['PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND']);
    expect((await service.get(ownerId, id)).project.title).toBe('Mine');
  });

  test('has no title for others', async () => {
    const mine = await service.create(ownerId, { title: 'Mine' });
    const theirs = await service.create(stranger, { title: 'Theirs' });
    const projectIds = [mine.id, theirs.id, uuidv7()];
    const reply = await service.bus.call(messages.getProjectTitles, { ownerId, projectIds });
    expect(reply).toEqual({ titles: { [mine.id]: 'Mine' } });
  });
});

test.each([
  ['a malformed id', { projectId: '1', ownerId: uuidv7() }],
  ['no owner', { projectId: uuidv7() }],
  ['an array', []],
])('a request with %s is refused before it reaches the database', async (_what, request) => {
  expect(await codeOf(service.bus.call(messages.getProject, request as never))).toBe(
    'INVALID_REQUEST',
  );
});
