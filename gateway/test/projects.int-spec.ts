import { gunzipSync } from 'node:zlib';

import { projectMessages, type ReplyOf, storageMessages, summaryOf } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { answerOf } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { v7 as uuidv7 } from 'uuid';

import { rawRequest } from './support/raw-request.js';
import { moment, project, storedFile } from './support/samples.js';
import { type SignedIn, testGateway } from './support/test-gateway.js';

type FilesReply = ReplyOf<typeof storageMessages.listFiles>;

const { id: first } = project;
const second = uuidv7();
const path = `/api/projects/${first}`;

const gateway = testGateway({ RATE_LIMITS: 'off' });
let iris: SignedIn;
beforeEach(async () => {
  iris = await gateway.signIn();
  const projects = [project, { ...project, id: second }];
  gateway.services.answer(projectMessages.list, () => ({ projects, nextCursor: null }));
  gateway.services.answer(projectMessages.get, () => ({ project, revision: 'a1' }));
  gateway.services.answer(projectMessages.summarize, () => summaryOf({ todo: 1 }));
  storageWith([{ projectId: first, filename: 'a.txt' }]);
});

const get = () => iris.get(path);
const filesOf = (answer: unknown) =>
  (answer as { filename: string }[]).map(({ filename }) => filename);
const filesOfProject = async () =>
  filesOf(((await get()).body.project as { files: unknown }).files);

/** Answers as storage would with two files in each reply; the cursor is an index into `all`. */
function storageWith(all: readonly { projectId: string; filename: string }[]): void {
  gateway.services.answer(storageMessages.listFiles, ({ projectIds, after }) => {
    const wanted = all.filter(({ projectId }) => projectIds?.includes(projectId) ?? true);
    const start = after ? Number(after.createdAt) : 0;
    const projects: FilesReply['projects'] = {};
    for (const { projectId, filename } of wanted.slice(start, start + 2)) {
      (projects[projectId] ??= []).push(storedFile(filename));
    }
    const next = { createdAt: String(start + 2), id: uuidv7() };
    return { projects, next: start + 2 < wanted.length ? next : null };
  });
}

describe('a list of 1,200 projects', () => {
  const all = Array.from({ length: 1_200 }, () => ({ ...project, id: uuidv7() }));
  const ids = all.map(({ id }) => id);
  const hundredths = ids.filter((_id, at) => at % 100 === 0);

  /** Replies hold at most 400 projects, as those of long ones do; the cursor is an index into `all`. */
  beforeEach(() => {
    storageWith(hundredths.map((projectId) => ({ projectId, filename: 'a.txt' })));
    gateway.services.answer(projectMessages.list, ({ page: { limit, cursor = '0' } }) => {
      const end = Number(cursor) + Math.min(limit, 400);
      const projects = all.slice(Number(cursor), end);
      return { projects, nextCursor: end < all.length ? String(end) : null };
    });
  });
  const list = async (query = '') => {
    const { body } = await iris.get(`/api/projects${query}`);
    const projects = body.projects as { id: string; files: unknown[] }[];
    return { ids: projects.map(({ id }) => id), projects, cursor: body.next_cursor };
  };

  test('without a limit has a thousand of them with their files, and goes on by its cursor', async () => {
    const { projects, cursor, ids: found } = await list();
    expect(found).toEqual(ids.slice(0, 1_000));
    expect(projects.filter(({ files }) => files.length === 1)).toHaveLength(10);
    expect(await list(`?cursor=${String(cursor)}`)).toMatchObject({
      ids: ids.slice(1_000),
      cursor: null,
    });
  });

  test('with a limit is one page in the order that was asked for', async () => {
    expect(await list('?limit=500&sort=-title')).toMatchObject({
      ids: ids.slice(0, 400),
      cursor: '400',
    });
    const [request] = gateway.services.requestsOf(projectMessages.list);
    expect(request?.page).toMatchObject({ limit: 500, sort: '-title' });
  });
});

describe('files', () => {
  async function listed() {
    const { status, body } = await iris.get('/api/projects');
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
    const elsewhere = uuidv7();
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
    expect(await filesOfProject()).toEqual(names);
  });

  test('at most four requests at once collect more than one reply', async () => {
    const names = ['0.txt', '1.txt', '2.txt'];
    const filesFrom = (start: number) => ({
      [first]: names.slice(start, start + 2).map((name) => storedFile(name)),
    });
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
    const answers = Array.from({ length: 8 }, filesOfProject);
    await eventually(() => expect([begun, held.length]).toEqual([8, 4]));
    // A fifth request would have arrived before this one is answered.
    await iris.get('/api/projects/summary');
    expect(held).toHaveLength(4);
    for (let released = 0; released < answers.length; released += 1) {
      await eventually(() => expect(held.length).toBeGreaterThan(released));
      held[released]?.();
    }
    expect(await Promise.all(answers)).toEqual(answers.map(() => names));
  });
});

test.each([
  ...[
    'limit=0',
    'limit=501',
    'limit=1e9',
    'limit=1;drop',
    'limit=1&limit=2',
    'status=soon',
    'sort=size',
  ],
  ...[`cursor=${'x'.repeat(5000)}`, 'status[$ne]=todo&status=soon', `search=${'x'.repeat(201)}`],
])('[B7] a list with %.80s is refused with a sentence', async (query) => {
  const answer = await iris.get(`/api/projects?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { success: false } });
});

test.each(['abc', '0', '-1', '%00', '..%2f..%2fx', 'x'.repeat(300), '%F0%9F%8E%9E', 'null'])(
  '[B7] the malformed id %.40s is answered like that of no project',
  async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { title: 'T' } : undefined;
      expect(await answerOf(await iris.send(method, `/api/projects/${id}`, body))).toMatchObject({
        status: 404,
        body: { success: false, error: 'Project not found' },
      });
    }
  },
);

describe('revisions', () => {
  const update = (headers: Record<string, string> = {}) =>
    iris.put(path, { title: 'New' }, headers);

  test('the answer with a project has an ETag', async () => {
    const reply = { project, revision: 'a1' };
    gateway.services.answer(projectMessages.create, () => reply);
    gateway.services.answer(projectMessages.update, () => reply);
    const created = await iris.post('/api/projects', { title: 'Wedding', client: 'Anna' });
    for (const { headers } of [created, await get(), await update()]) {
      expect(headers.get('etag')).toBe('"a1"');
    }
  });

  test('an If-Match is passed on to the projects service', async () => {
    gateway.services.answer(projectMessages.update, () => ({ project, revision: 'b2' }));
    await update({ 'if-match': '"a1", W/"b2"' });
    await update({ 'if-match': '*' });
    const [tagged, any] = gateway.services.requestsOf(projectMessages.update);
    expect(tagged).toMatchObject({ revisions: ['a1', 'b2'] });
    expect(any).not.toHaveProperty('revisions');
  });

  test('a conflicting change is answered with the current project, its files and its ETag', async () => {
    gateway.services.answer(projectMessages.update, () => {
      throw new AppError('PROJECT_CHANGED', { project, revision: 'b2' });
    });
    const { status, headers, body } = await update({ 'if-match': '"a1"' });
    expect(status).toBe(412);
    expect(headers.get('etag')).toBe('"b2"');
    expect(body).toEqual({
      success: false,
      error: 'This project was changed in the meantime',
      code: 'PROJECT_CHANGED',
      project: { ...project, files: [storedFile('a.txt')] },
    });
  });

  test('an If-Match that is too long is refused with a sentence', async () => {
    const { status, body } = await update({ 'if-match': `"${'x'.repeat(2000)}"` });
    expect([status, body.error]).toEqual([400, 'The If-Match is too long']);
  });
});

describe('compression', () => {
  const long = { ...project, description: 'light '.repeat(1_000) };
  beforeEach(() =>
    gateway.services.answer(projectMessages.get, () => ({ project: long, revision: 'a1' })),
  );

  const getEncoded = (url: string, encoding: string) =>
    rawRequest(gateway.url, url, {
      headers: { authorization: `Bearer ${iris.bearer}`, 'accept-encoding': encoding },
    });

  test('a long JSON answer is compressed for a client that accepts it, and its ETag says so', async () => {
    const plain = await getEncoded(path, 'gzip;q=0');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).toBe('"a1"');
    const { headers, body } = await getEncoded(path, 'gzip, br');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"a1"' });
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(body.length).toBeLessThan(plain.body.length / 4);
    expect(gunzipSync(body).equals(plain.body)).toBe(true);
  });

  test('a short answer is not compressed', async () => {
    const { headers } = await getEncoded('/api/projects/summary', 'gzip');
    expect(headers['content-encoding']).toBeUndefined();
  });
});
