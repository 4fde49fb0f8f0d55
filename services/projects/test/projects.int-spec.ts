import { projectMessages as messages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from './support/projects-service.js';

let service: ProjectsService;
let ownerId: string;

beforeAll(async () => {
  service = await ProjectsService.start();
});
afterAll(() => service.close());
beforeEach(() => {
  ownerId = uuidv7();
});

const code = (answer: Promise<unknown>) =>
  answer.then(
    () => 'no refusal',
    (error: unknown) => (AppError.is(error) ? error.code : error),
  );

const get = (projectId: string, owner = ownerId) =>
  service.bus.call(messages.getProject, { projectId, ownerId: owner });

describe('creating a project', () => {
  test('keeps what was given and says when', async () => {
    const fields = {
      title: '<b>結婚式</b> 🎞',
      client: "O'Hara; DROP TABLE projects",
      contact: 'anna@example.com',
      description: 'two\nlines',
      status: 'review',
    } as const;
    const project = await service.create(ownerId, fields);
    expect(project).toEqual({
      ...fields,
      id: expect.any(String) as string,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      updated_at: project.created_at,
    });
    expect((await get(project.id)).project).toEqual(project);
  });

  test('twice under one message id makes one project and gives the same answer', async () => {
    const messageId = `create-${ownerId}`;
    const answers = await Promise.all([
      service.create(ownerId, {}, { messageId }),
      service.create(ownerId, {}, { messageId }),
    ]);
    const repeat = await service.create(ownerId, {}, { messageId });
    expect(answers).toEqual([repeat, repeat]);
    expect((await service.list(ownerId)).projects).toEqual([repeat]);
  });

  test('under a used message id with other fields is refused and changes nothing', async () => {
    const options = { messageId: `create-${ownerId}` };
    const first = await service.create(ownerId, { title: 'One' }, options);
    expect(await code(service.create(ownerId, { title: 'Other' }, options))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect((await service.list(ownerId)).projects).toEqual([first]);
  });

  test('for a new owner, twenty at once, makes all twenty', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => service.create(ownerId)));
    expect((await service.list(ownerId)).projects).toHaveLength(20);
    expect(new Set(created.map(({ id }) => id)).size).toBe(20);
  });
});

describe('changing a project', () => {
  const change = (projectId: string, changes: object, owner = ownerId) =>
    service.bus.call(messages.updateProject, { projectId, ownerId: owner, changes });

  test('sets what is named and leaves the rest', async () => {
    const before = await service.create(ownerId, { contact: 'anna@example.com', description: 'x' });
    const { project } = await change(before.id, { title: 'New', status: 'DONE', contact: '' });
    expect(project).toEqual({
      ...before,
      title: 'New',
      status: 'done',
      contact: null,
      updated_at: project.updated_at,
    });
    expect((await get(before.id)).project).toEqual(project);
  });

  test('to nothing new is fine', async () => {
    const before = await service.create(ownerId);
    const { project } = await change(before.id, {});
    expect(project).toEqual({ ...before, updated_at: project.updated_at });
  });

  test('cannot give it another owner or id', async () => {
    const before = await service.create(ownerId);
    await change(before.id, { owner_id: uuidv7(), ownerId: uuidv7(), id: uuidv7(), title: 'New' });
    expect((await get(before.id)).project.title).toBe('New');
  });
});

describe('changing a project that must still have a revision', () => {
  const change = (projectId: string, changes: object, revisions?: string[]) =>
    service.bus.call(messages.updateProject, { projectId, ownerId, changes, revisions });
  const create = async (fields = {}) => {
    const { id } = await service.create(ownerId, fields);
    const { revision = '' } = await get(id);
    return { id, revision };
  };

  test('works with the one it has, and gives the next', async () => {
    const { id, revision } = await create();
    const changed = await change(id, { title: 'New' }, ['another', revision]);
    expect(changed.project.title).toBe('New');
    expect(changed).toEqual(await get(id));
    expect(changed.revision).not.toBe(revision);
  });

  test('is refused with what it is now after another change, and changes nothing', async () => {
    const { id, revision } = await create();
    await change(id, { status: 'done' });
    const now = await get(id);
    await expect(change(id, { title: 'New' }, [revision])).rejects.toMatchObject({
      code: 'PROJECT_CHANGED',
      details: now,
    });
    expect(await get(id)).toEqual(now);
  });

  test('is refused without any revision that could match', async () => {
    const { id } = await create();
    expect(await code(change(id, { title: 'New' }, []))).toBe('PROJECT_CHANGED');
  });

  test('lets one of many at once through, and the others can tell', async () => {
    const { id, revision } = await create();
    const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
    const codes = await Promise.all(titles.map((title) => code(change(id, { title }, [revision]))));
    expect(codes.filter((one) => one === 'no refusal')).toHaveLength(1);
    expect(codes.filter((one) => one === 'PROJECT_CHANGED')).toHaveLength(19);
    expect((await get(id)).project.title).toBe(titles[codes.indexOf('no refusal')]);
  });

  test('loses nothing when everybody tries again on what they were shown', async () => {
    const { id } = await create({ description: '' });
    const append = async (word: string): Promise<void> => {
      const { project, revision = '' } = await get(id);
      const description = `${project.description ?? ''} ${word}`;
      const outcome = await code(change(id, { description }, [revision]));
      if (outcome === 'PROJECT_CHANGED') await append(word);
    };
    const words = ['one', 'two', 'three', 'four', 'five', 'six'];
    await Promise.all(words.map(append));
    const { project } = await get(id);
    expect(project.description?.split(' ').sort()).toEqual([...words].sort());
  });

  test('a redelivery of the message that changed it gets its first reply', async () => {
    const { id, revision } = await create();
    const request = { projectId: id, ownerId, changes: { title: 'New' }, revisions: [revision] };
    const options = { messageId: uuidv7() };
    const first = await service.bus.call(messages.updateProject, request, options);
    expect(await service.bus.call(messages.updateProject, request, options)).toEqual(first);
  });

  test('has the same revision in every answer, whatever else is done to it', async () => {
    const created = await service.bus.call(messages.createProject, {
      ownerId,
      fields: { title: '結婚式 "🎞"', client: 'Anna', description: 'two\nlines' },
    });
    expect(created).toEqual(await get(created.project.id));
    const unchanged = await change(created.project.id, {});
    expect(unchanged.revision).toBe(created.revision);
  });
});

describe('deleting a project', () => {
  const remove = (projectId: string, options = {}) =>
    service.bus.call(messages.deleteProject, { projectId, ownerId }, options);

  test('removes it and tells storage once', async () => {
    const { id } = await service.create(ownerId);
    const messageId = `delete-${id}`;
    await remove(id, { messageId });
    await remove(id, { messageId });
    expect(await code(get(id))).toBe('PROJECT_NOT_FOUND');
    await eventually(async () =>
      expect(await service.eventsForStorage(id)).toEqual([{ ownerId, projectId: id }]),
    );
  });

  test('a second time finds nothing', async () => {
    const { id } = await service.create(ownerId);
    await remove(id);
    expect(await code(remove(id))).toBe('PROJECT_NOT_FOUND');
  });
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
    const codes = [await code(attempt(id)), await code(attempt(uuidv7()))];
    expect(codes).toEqual(['PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND']);
    expect((await get(id)).project.title).toBe('Mine');
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
  expect(await code(service.bus.call(messages.getProject, request as never))).toBe(
    'INVALID_REQUEST',
  );
});
