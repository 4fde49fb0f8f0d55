import { projectMessages as messages } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { eventually } from '@studiolo/testing/eventually';
import { LiveNotices } from '@studiolo/testing/live-notices';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../test/support/projects-service.js';

const service = ProjectsService.forThisFile();
let userId: string;
let notices: LiveNotices;

beforeEach(async () => {
  userId = uuidv7();
  notices = await LiveNotices.subscribe(service.redis, userId);
});
afterEach(() => notices.close());

const change = (projectId: string, title: string, revisions?: string[]) =>
  service.bus.call(messages.updateProject, { projectId, userId, changes: { title }, revisions });

test('the creation, change and deletion of a project are announced to its owner', async () => {
  const { id } = await service.create(userId);
  await change(id, 'New');
  await service.bus.call(messages.deleteProject, { projectId: id, userId });
  const all = ['project created', 'project deleted', 'project updated'];
  await eventually(() => expect(notices.news.toSorted()).toEqual(all));
  for (const notice of notices.all) {
    expect(notice).toMatchObject({ userId, change: { project_id: id } });
  }
});

test('refused and repeated changes are not announced', async () => {
  const options = { messageId: uuidv7() };
  const { id } = await service.create(userId, {}, options);
  await service.create(userId, {}, options);
  expect(await codeOf(change(id, 'Late', ['another']))).toBe('PROJECT_CHANGED');
  await change(id, 'New');
  await eventually(() =>
    expect(notices.news.toSorted()).toEqual(['project created', 'project updated']),
  );
});
