import { projectMessages as messages, projectRecordSchema } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { subscribeLiveSignals } from '@studiolo/testing/live-signals';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../test/support/projects-service.js';

const service = ProjectsService.duringTests();
let userId: string;

beforeEach(() => {
  userId = uuidv7();
});

const change = (projectId: string, changes: object, revisions?: string[]) =>
  service.bus.call(messages.update, { projectId, userId, changes, revisions });

const remove = (projectId: string, options = {}) =>
  service.bus.call(messages.delete, { projectId, userId }, options);

test('a new project has the fields given and its time of creation', async () => {
  const fields = {
    title: '<b>結婚式</b> 🎞',
    client: "O'Hara; DROP TABLE projects",
    contact: 'anna@example.com',
    description: 'two\nlines',
    status: 'review',
  } as const;
  const project = await service.create(userId, fields);
  expect(project).toEqual({
    ...fields,
    id: expect.any(String) as string,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    updated_at: project.created_at,
  });
  expect((await service.read(userId, project.id)).project).toEqual(project);
});

describe('each field is the same created, read, listed and updated:', () => {
  /** A value of each, which is neither its default nor trimmed. */
  const values: Required<Parameters<typeof service.create>[1]> = {
    title: 'Sea',
    client: 'Bo',
    contact: 'bo@example.com',
    status: 'review',
    description: 'two\nlines',
  };
  const keys = Object.keys(values) as (keyof typeof values)[];
  const emptied = keys.filter((key) => projectRecordSchema.shape[key].safeParse(null).success);

  test.each([
    ...keys.map((key) => [key, values[key]] as const),
    ...emptied.map((key) => [key, null] as const),
  ])('%s is %j', async (key, value) => {
    const create = { userId, fields: { title: 'T', client: 'C', [key]: value } };
    const created = await service.bus.call(messages.create, create);
    expect(created.project[key]).toBe(value);
    expect(await service.read(userId, created.project.id)).toEqual(created);
    expect((await service.list(userId)).projects).toEqual([created.project]);
    const fields = { ...created.project, [key]: value };
    const updated = await change(created.project.id, fields, [created.revision]);
    expect(updated.project[key]).toBe(value);
    expect(updated.revision).toBe(created.revision);
  });

  test.each(emptied)('%s can be emptied', async (key) => {
    const { id } = await service.create(userId, values);
    await change(id, { [key]: null });
    expect((await service.read(userId, id)).project[key]).toBeNull();
  });
});

test('the same message twice creates one project and gives the same answer', async () => {
  const messageId = `create-${userId}`;
  const answers = await Promise.all([
    service.create(userId, {}, { messageId }),
    service.create(userId, {}, { messageId }),
  ]);
  const repeat = await service.create(userId, {}, { messageId });
  expect(answers).toEqual([repeat, repeat]);
  expect((await service.list(userId)).projects).toEqual([repeat]);
});

test('a used message id with other fields is refused and changes nothing', async () => {
  const options = { messageId: `create-${userId}` };
  const first = await service.create(userId, { title: 'One' }, options);
  expect(await codeOf(service.create(userId, { title: 'Other' }, options))).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  expect((await service.list(userId)).projects).toEqual([first]);
});

test('twenty simultaneous projects of a new owner are all created', async () => {
  const created = await Promise.all(Array.from({ length: 20 }, () => service.create(userId)));
  const { projects } = await service.list(userId);
  expect(projects).toHaveLength(20);
  expect(projects).toEqual(expect.arrayContaining(created));
});

describe('changing a project', () => {
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

  test('cannot give it another owner or id', async () => {
    const before = await service.create(userId);
    await change(before.id, { user_id: uuidv7(), userId: uuidv7(), id: uuidv7(), title: 'New' });
    expect((await service.read(userId, before.id)).project.title).toBe('New');
  });
});

describe('changing a project that must still have a revision', () => {
  const create = async () => {
    const { id } = await service.create(userId);
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
    const first = await service.bus.call(messages.update, request, options);
    expect(await service.bus.call(messages.update, request, options)).toEqual(first);
  });

  test('has the same revision in every answer until its fields change', async () => {
    const created = await service.bus.call(messages.create, {
      userId,
      fields: { title: '結婚式 "🎞"', client: 'Anna', description: 'two\nlines' },
    });
    expect(created).toEqual(await service.read(userId, created.project.id));
    const unchanged = await change(created.project.id, {});
    expect(unchanged.revision).toBe(created.revision);
  });
});

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

describe("somebody else's project", () => {
  const stranger = uuidv7();
  const { get, update, delete: remove } = messages;
  const attempts: Record<string, (projectId: string) => Promise<unknown>> = {
    read: (projectId) => service.bus.call(get, { projectId, userId: stranger }),
    changed: (projectId) =>
      service.bus.call(update, { projectId, userId: stranger, changes: { title: 'X' } }),
    deleted: (projectId) => service.bus.call(remove, { projectId, userId: stranger }),
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
    const reply = await service.bus.call(messages.getTitles, { userId, projectIds });
    expect(reply).toEqual({ titles: { [mine.id]: 'Mine' } });
  });
});

describe('live updates', () => {
  const notices = duringEachTest(() => subscribeLiveSignals(service.redis, userId));

  test('announce the creation, change and deletion of a project to its owner', async () => {
    const { id } = await service.create(userId);
    await change(id, { title: 'New' });
    await remove(id);
    await notices().becomes('project created', 'project updated', 'project deleted');
    for (const notice of notices().all) {
      expect(notice).toMatchObject({ userId, change: { project_id: id } });
    }
  });

  test('announce no refused or repeated changes', async () => {
    const options = { messageId: uuidv7() };
    const { id } = await service.create(userId, {}, options);
    await service.create(userId, {}, options);
    expect(await codeOf(change(id, { title: 'Late' }, ['another']))).toBe('PROJECT_CHANGED');
    await change(id, { title: 'New' });
    await notices().becomes('project created', 'project updated');
  });
});
