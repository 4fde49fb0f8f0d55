import { projectMessages as messages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { newsOf, noticesOf, openLive } from '@studiolo/testing/live-notices';
import { v7 as uuidv7 } from 'uuid';

import { codeOf, ProjectsService } from '../test/support/projects-service.js';

let service: ProjectsService;
let ownerId: string;

beforeAll(async () => {
  service = await ProjectsService.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  ownerId = uuidv7();
  await openLive(service.redis, ownerId);
});

const news = () => newsOf(service.redis, ownerId);
const change = (projectId: string, title: string, revisions?: string[]) =>
  service.bus.call(messages.updateProject, { projectId, ownerId, changes: { title }, revisions });

test('the creation, change and deletion of a project are announced to its owner in this order', async () => {
  const { id } = await service.create(ownerId);
  await change(id, 'New');
  await service.bus.call(messages.deleteProject, { projectId: id, ownerId });
  const all = ['project created', 'project updated', 'project deleted'];
  await eventually(async () => expect(await news()).toEqual(all));
  const notices = await noticesOf(service.redis, ownerId);
  const about = { ownerId, change: { project_id: id } };
  expect(notices).toMatchObject([about, about, about]);
});

test('refused and repeated changes are not announced', async () => {
  const options = { messageId: uuidv7() };
  const { id } = await service.create(ownerId, {}, options);
  await service.create(ownerId, {}, options);
  expect(await codeOf(change(id, 'Late', ['another']))).toBe('PROJECT_CHANGED');
  await change(id, 'New');
  await eventually(async () =>
    expect(await news()).toEqual(['project created', 'project updated']),
  );
});

test('changes of one project that race are all announced, before it is deleted', async () => {
  const { id } = await service.create(ownerId);
  await Promise.all(Array.from({ length: 30 }, (_, n) => change(id, `Title ${n}`)));
  await service.bus.call(messages.deleteProject, { projectId: id, ownerId });
  const updates = Array.from({ length: 30 }, () => 'project updated');
  await eventually(async () =>
    expect(await news()).toEqual(['project created', ...updates, 'project deleted']),
  );
});
