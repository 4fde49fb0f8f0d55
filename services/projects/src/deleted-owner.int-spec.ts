import type { AppError } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../test/support/projects-service.js';
import { ProjectEntity } from './project.entity.js';

const service = ProjectsService.duringTests();
let userId: string;

beforeEach(() => {
  userId = uuidv7();
});

const countProjects = () => service.dataSource.manager.countBy(ProjectEntity, { userId });

const ownerIsDeleted = () =>
  eventually(async () => {
    const sql = 'SELECT 1 FROM owners WHERE id = $1 AND deleted_at IS NOT NULL';
    expect(await service.sql(sql, [userId])).toHaveLength(1);
  });

test("a deleted account's projects are removed and everybody else's stay", async () => {
  const other = uuidv7();
  await service.create(other);
  await Promise.all([service.create(userId), service.create(userId)]);
  await service.deleteUser(userId);
  await ownerIsDeleted();
  expect(await countProjects()).toBe(0);
  expect((await service.list(other)).projects).toHaveLength(1);
});

test('a deleted account without projects cannot create one', async () => {
  await service.deleteUser(userId);
  await ownerIsDeleted();
  await expect(service.create(userId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await countProjects()).toBe(0);
});

test('the same event three times is harmless', async () => {
  await service.create(userId);
  const messageId = uuidv7();
  await service.deleteUser(userId, messageId);
  await service.deleteUser(userId, messageId);
  await service.deleteUser(userId);
  await ownerIsDeleted();
  await eventually(async () => expect(await countProjects()).toBe(0));
});

test.each(['a known owner', 'a new owner'])(
  '[L4] creates that race with the deletion of %s leave nothing behind',
  async (who) => {
    if (who === 'a known owner') await service.create(userId);
    const attempts = Array.from({ length: 60 }, (_, index) =>
      index === 20 ? service.deleteUser(userId) : service.create(userId),
    );
    const results = await Promise.allSettled(attempts);
    const refusals = results.filter((result) => result.status === 'rejected');
    // On a slow machine some may also be refused for overload.
    for (const { reason } of refusals)
      expect(['UNAUTHENTICATED', 'UNAVAILABLE']).toContain((reason as AppError).code);
    await ownerIsDeleted();
    expect(await countProjects()).toBe(0);
  },
);
