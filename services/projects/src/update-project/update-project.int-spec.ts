import { projectMessages as messages } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../../test/support/projects-service.js';

const service = ProjectsService.forThisFile();
let userId: string;

beforeEach(() => {
  userId = uuidv7();
});

describe('changing a project', () => {
  const change = (projectId: string, changes: object, owner = userId) =>
    service.bus.call(messages.updateProject, { projectId, userId: owner, changes });

  test('sets the fields named and leaves the rest', async () => {
    const before = await service.create(userId, { contact: 'anna@example.com', description: 'x' });
    const { project } = await change(before.id, { title: 'New', status: 'DONE', contact: '' });
    expect(project).toEqual({
      ...before,
      title: 'New',
      status: 'done',
      contact: null,
      updated_at: project.updated_at,
    });
    expect((await service.read(userId, before.id)).project).toEqual(project);
  });

  test('to the same values succeeds', async () => {
    const before = await service.create(userId);
    const { project } = await change(before.id, {});
    expect(project).toEqual({ ...before, updated_at: project.updated_at });
  });

  test('cannot give it another owner or id', async () => {
    const before = await service.create(userId);
    await change(before.id, { user_id: uuidv7(), userId: uuidv7(), id: uuidv7(), title: 'New' });
    expect((await service.read(userId, before.id)).project.title).toBe('New');
  });
});

describe('changing a project that must still have a revision', () => {
  const change = (projectId: string, changes: object, revisions?: string[]) =>
    service.bus.call(messages.updateProject, { projectId, userId, changes, revisions });
  const create = async (fields = {}) => {
    const { id } = await service.create(userId, fields);
    const { revision = '' } = await service.read(userId, id);
    return { id, revision };
  };

  test('works with its current one, and returns the next', async () => {
    const { id, revision } = await create();
    const changed = await change(id, { title: 'New' }, ['another', revision]);
    expect(changed.project.title).toBe('New');
    expect(changed).toEqual(await service.read(userId, id));
    expect(changed.revision).not.toBe(revision);
  });

  test('is refused after another change, with the current project, and changes nothing', async () => {
    const { id, revision } = await create();
    await change(id, { status: 'done' });
    const now = await service.read(userId, id);
    await expect(change(id, { title: 'New' }, [revision])).rejects.toMatchObject({
      code: 'PROJECT_CHANGED',
      details: now,
    });
    expect(await service.read(userId, id)).toEqual(now);
  });

  test('is refused when no revision given could match', async () => {
    const { id } = await create();
    expect(await codeOf(change(id, { title: 'New' }, []))).toBe('PROJECT_CHANGED');
  });

  test('accepts one of many concurrent changes and refuses the others', async () => {
    const { id, revision } = await create();
    const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
    const codes = await Promise.all(
      titles.map((title) => codeOf(change(id, { title }, [revision]))),
    );
    expect(codes.filter((one) => one === 'none')).toHaveLength(1);
    expect(codes.filter((one) => one === 'PROJECT_CHANGED')).toHaveLength(19);
    expect((await service.read(userId, id)).project.title).toBe(titles[codes.indexOf('none')]);
  });

  test('a redelivery of the message that changed it gets its first reply', async () => {
    const { id, revision } = await create();
    const request = { projectId: id, userId, changes: { title: 'New' }, revisions: [revision] };
    const options = { messageId: uuidv7() };
    const first = await service.bus.call(messages.updateProject, request, options);
    expect(await service.bus.call(messages.updateProject, request, options)).toEqual(first);
  });

  test('has the same revision in every answer until its fields change', async () => {
    const created = await service.bus.call(messages.createProject, {
      userId,
      fields: { title: '結婚式 "🎞"', client: 'Anna', description: 'two\nlines' },
    });
    expect(created).toEqual(await service.read(userId, created.project.id));
    const unchanged = await change(created.project.id, {});
    expect(unchanged.revision).toBe(created.revision);
  });
});
