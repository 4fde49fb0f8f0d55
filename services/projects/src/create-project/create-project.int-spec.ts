import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../../test/support/projects-service.js';

const service = ProjectsService.forThisFile();
let userId: string;

beforeEach(() => {
  userId = uuidv7();
});

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
