import { projectMessages as messages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { LiveNotices } from '@studiolo/testing/live-notices';
import { v7 as uuidv7 } from 'uuid';

import { codeOf, ProjectsService } from '../test/support/projects-service.js';

let service: ProjectsService;
let ownerId: string;
let notices: LiveNotices;

beforeAll(async () => {
  service = await ProjectsService.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  ownerId = uuidv7();
  notices = await LiveNotices.subscribe(service.redis, ownerId);
});
afterEach(() => notices.close());

const change = (projectId: string, title: string, revisions?: string[]) =>
  service.bus.call(messages.updateProject, { projectId, ownerId, changes: { title }, revisions });

test('the creation, change and deletion of a project are announced to its owner', async () => {
  const { id } = await service.create(ownerId);
  await change(id, 'New');
  await service.bus.call(messages.deleteProject, { projectId: id, ownerId });
  const all = ['project created', 'project deleted', 'project updated'];
  await eventually(() => expect(notices.news.toSorted()).toEqual(all));
  for (const notice of notices.all) {
    expect(notice).toMatchObject({ ownerId, change: { project_id: id } });
  }
});

test('refused and repeated changes are not announced', async () => {
  const options = { messageId: uuidv7() };
  const { id } = await service.create(ownerId, {}, options);
  await service.create(ownerId, {}, options);
  expect(await codeOf(change(id, 'Late', ['another']))).toBe('PROJECT_CHANGED');
  await change(id, 'New');
  await eventually(() =>
    expect(notices.news.toSorted()).toEqual(['project created', 'project updated']),
  );
});
