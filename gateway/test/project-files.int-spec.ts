import { projectMessages, type ReplyOf, storageMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { v7 as uuidv7 } from 'uuid';

import { type SignedIn, TestGateway } from './support/test-gateway.js';

type Position = NonNullable<ReplyOf<typeof storageMessages.listFiles>['next']>;

let gateway: TestGateway;
let iris: SignedIn;
beforeAll(async () => {
  gateway = await TestGateway.start(10, { RATE_LIMITS: 'off' });
});
afterAll(() => gateway.stop());

const moment = '2026-11-21T10:20:30.000Z';
const project = (id: string) => ({
  ...{ id, title: 'Wedding', client: 'Anna', contact: null, description: null },
  ...{ status: 'todo' as const, created_at: moment, updated_at: moment },
});
const file = (filename: string) => ({
  ...{ filename, size: 1, content_type: 'text/plain', created_at: moment },
});

const first = uuidv7();
const second = uuidv7();
const elsewhere = uuidv7();

/** Answers as storage would with two files in each reply; the cursor is an index into `all`. */
function storageWith(all: readonly { projectId: string; filename: string }[]): void {
  gateway.services.answer(storageMessages.listFiles, ({ projectIds, after }) => {
    const wanted = all.filter(({ projectId }) => projectIds?.includes(projectId) ?? true);
    const start = after ? Number(after.createdAt) : 0;
    const projects: Record<string, ReturnType<typeof file>[]> = {};
    for (const { projectId, filename } of wanted.slice(start, start + 2)) {
      (projects[projectId] ??= []).push(file(filename));
    }
    const next: Position = { createdAt: String(start + 2), id: uuidv7() };
    return { projects, next: start + 2 < wanted.length ? next : null };
  });
}

beforeEach(async () => {
  gateway.services.reset();
  iris = await gateway.signIn();
  const projects = [project(first), project(second)];
  gateway.services.answer(projectMessages.listProjects, () => ({ projects, nextCursor: null }));
  gateway.services.answer(projectMessages.getProject, () => ({
    project: project(first),
    revision: 'first',
  }));
});

const filesOf = (answer: unknown) =>
  (answer as { filename: string }[]).map(({ filename }) => filename);

async function listed() {
  const { status, body } = await gateway.json('GET', '/api/projects', { token: iris.token });
  expect(status).toBe(200);
  const projects = body.projects as { id: string; files: unknown }[];
  return Object.fromEntries(projects.map(({ id, files }) => [id, filesOf(files)]));
}

test('a list asks storage once when one reply holds all files', async () => {
  storageWith([
    { projectId: first, filename: 'a.txt' },
    { projectId: second, filename: 'b.txt' },
  ]);
  expect(await listed()).toEqual({ [first]: ['a.txt'], [second]: ['b.txt'] });
  expect(gateway.services.requestsOf(storageMessages.listFiles)).toHaveLength(1);
});

test('a list whose files do not fit into one reply has all files of its projects', async () => {
  storageWith([
    ...['x.txt', 'y.txt', 'z.txt'].map((filename) => ({ projectId: elsewhere, filename })),
    ...['a.txt', 'b.txt', 'c.txt'].map((filename) => ({ projectId: first, filename })),
    { projectId: second, filename: 'd.txt' },
  ]);
  expect(await listed()).toEqual({ [first]: ['a.txt', 'b.txt', 'c.txt'], [second]: ['d.txt'] });
});

test('a project whose files do not fit into one reply has all its files', async () => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
  storageWith(names.map((filename) => ({ projectId: first, filename })));
  const { body } = await gateway.json('GET', `/api/projects/${first}`, { token: iris.token });
  expect(filesOf((body.project as { files: unknown }).files)).toEqual(names);
});

test('at most four requests at once collect more than one reply', async () => {
  const names = Array.from({ length: 3 }, (_, index) => `${index}.txt`);
  const filesFrom = (start: number) => ({ [first]: names.slice(start, start + 2).map(file) });
  let begun = 0;
  const held: (() => void)[] = [];
  gateway.services.answer(storageMessages.listFiles, async ({ after }) => {
    if (after) {
      await new Promise<void>((resolve) => void held.push(resolve));
      return { projects: filesFrom(2), next: null };
    }
    begun += 1;
    return { projects: filesFrom(0), next: { createdAt: moment, id: uuidv7() } };
  });
  const get = () => gateway.json('GET', `/api/projects/${first}`, { token: iris.token });
  const answers = Array.from({ length: 8 }, get);
  await eventually(() => expect([begun, held.length]).toEqual([8, 4]));
  // A fifth request would have arrived before this one is answered.
  await gateway.json('GET', '/api/projects/summary', { token: iris.token });
  expect(held).toHaveLength(4);
  for (let released = 0; released < answers.length; released += 1) {
    await eventually(() => expect(held.length).toBeGreaterThan(released));
    held[released]?.();
  }
  for (const { status, body } of await Promise.all(answers)) {
    expect(status).toBe(200);
    expect(filesOf((body.project as { files: unknown }).files)).toEqual(names);
  }
});
