import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import { FILES_PER_REPLY_MAX, projectMessages, storageMessages } from '@studiolo/contracts';
import { answerOf } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { rawRequest } from './support/raw-request.js';
import { type SignedIn, Studio } from './support/start-studio.js';

interface Project {
  id: string;
  title: string;
  files: { filename: string }[];
}

const studio = Studio.duringTests(() => ({ RATE_LIMITS: 'off' }));
const iris = duringTests(() => studio().signIn());

const pathOf = (id: string) => `/api/projects/${id}`;
const namesIn = ({ files }: Pick<Project, 'files'>) => files.map(({ filename }) => filename);

/** Adds files without objects to a project, in this order. */
async function addFiles(owner: SignedIn, projectId: string, names: string[]): Promise<void> {
  await studio().services.storage.sql(
    `INSERT INTO files (id, user_id, project_id, filename, object_key, size, content_type, created_at, check_due_at)
     SELECT gen_random_uuid(), $1, $2, name, gen_random_uuid(), 1, 'text/plain',
            now() + place * interval '1 ms', now() + interval '1 day'
       FROM unnest($3::text[]) WITH ORDINALITY AS file (name, place)`,
    [owner.userId, projectId, names],
  );
}

describe('a list of 1,200 projects', () => {
  const titles = Array.from({ length: 1_200 }, (_, at) => `Wedding ${1_000 + at}`);
  const noor = duringTests(() => studio().signIn());

  /** So long that a reply of the projects service holds fewer than a page; every hundredth has a file. */
  beforeAll(async () => {
    const inserted = await studio().services.projects.sql<{ id: string }>(
      `INSERT INTO projects (id, user_id, title, client, description, search_text, status, created_at)
       SELECT gen_random_uuid(), $1, title, 'Iris', repeat('light ', 180), lower(title), 'todo',
              now() - place * interval '1 s'
         FROM unnest($2::text[]) WITH ORDINALITY AS project (title, place)
       RETURNING id`,
      [noor().userId, titles],
    );
    for (let at = 0; at < inserted.length; at += 100)
      await addFiles(noor(), inserted[at]?.id ?? '', ['a.txt']);
  });

  const list = async (query = '') => {
    const { body } = await noor().get(`/api/projects${query}`);
    const projects = body.projects as Project[];
    return { titles: projects.map(({ title }) => title), projects, cursor: body.next_cursor };
  };

  test('without a limit has a thousand of them with their files, and goes on by its cursor', async () => {
    const { projects, cursor, titles: found } = await list();
    expect(found).toEqual(titles.slice(0, 1_000));
    expect(projects.filter(({ files }) => files.length === 1)).toHaveLength(10);
    expect(await list(`?cursor=${String(cursor)}`)).toMatchObject({
      titles: titles.slice(1_000),
      cursor: null,
    });
  });

  test('with a limit is one page in the order that was asked for', async () => {
    const { titles: found, cursor } = await list('?limit=500&sort=-title');
    expect(found.length).toBeGreaterThan(300);
    expect(found.length).toBeLessThan(500);
    expect(found).toEqual(titles.toReversed().slice(0, found.length));
    expect(cursor).toEqual(expect.any(String));
    expect(studio().answers.requestsOf(projectMessages.list)).toMatchObject([
      { page: { limit: 500, sort: '-title' } },
    ]);
  });
});

describe('files', () => {
  const numbered = (count: number, start: string) =>
    Array.from({ length: count }, (_, at) => `${start}-${at}.txt`);
  const filesOf = async (id: string) =>
    namesIn((await iris().get(pathOf(id))).body.project as Project);

  /** The names of files, by the id of their project. */
  async function listed(owner: SignedIn) {
    const { status, body } = await owner.get('/api/projects');
    expect(status).toBe(200);
    return Object.fromEntries((body.projects as Project[]).map((one) => [one.id, namesIn(one)]));
  }

  test('a list asks storage once when one reply holds all files', async () => {
    const noor = await studio().signIn();
    const [first, second] = [await noor.newProject(), await noor.newProject()];
    await addFiles(noor, first, ['a.txt']);
    await addFiles(noor, second, ['b.txt']);
    expect(await listed(noor)).toEqual({ [first]: ['a.txt'], [second]: ['b.txt'] });
    expect(studio().answers.requestsOf(storageMessages.listFiles)).toHaveLength(1);
  });

  test('a list whose files do not fit into one reply has all files of its projects', async () => {
    const noor = await studio().signIn();
    const [first, second] = [await noor.newProject(), await noor.newProject()];
    const many = numbered(FILES_PER_REPLY_MAX + 1, 'first');
    await addFiles(noor, randomUUID(), numbered(FILES_PER_REPLY_MAX + 1, 'elsewhere'));
    await addFiles(noor, first, many);
    await addFiles(noor, second, ['d.txt']);
    expect(await listed(noor)).toEqual({ [first]: many, [second]: ['d.txt'] });
  });

  test('a project whose files do not fit into one reply has all its files', async () => {
    const id = await iris().newProject();
    const names = numbered(2 * FILES_PER_REPLY_MAX + 1, 'photo');
    await addFiles(iris(), id, names);
    expect(await filesOf(id)).toEqual(names);
  });

  test('at most four requests at once collect more than one reply', async () => {
    const id = await iris().newProject();
    const names = ['0.txt', '1.txt', '2.txt'];
    await addFiles(iris(), id, names);
    const { storage } = studio().services;
    const { projects } = await storage.call(storageMessages.listFiles, {
      userId: iris().userId,
      projectIds: [id],
    });
    const [all = []] = Object.values(projects);
    let begun = 0;
    const held: (() => void)[] = [];
    // Two files in each reply; the second one of each request is held.
    studio().answers.answer(storageMessages.listFiles, async ({ after }) => {
      if (after) {
        await new Promise<void>((resolve) => void held.push(resolve));
        return { projects: { [id]: all.slice(2) }, next: null };
      }
      begun += 1;
      const next = { createdAt: all[1]?.created_at ?? '', id: randomUUID() };
      return { projects: { [id]: all.slice(0, 2) }, next };
    });
    const answers = Array.from({ length: 8 }, () => filesOf(id));
    await eventually(() => expect([begun, held.length]).toEqual([8, 4]));
    // A fifth request would have arrived before this one is answered.
    await iris().get('/api/projects/summary');
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
  const answer = await iris().get(`/api/projects?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { success: false } });
});

test.each(['abc', '0', '-1', '%00', '..%2f..%2fx', 'x'.repeat(300), '%F0%9F%8E%9E', 'null'])(
  '[B7] the malformed id %.40s is answered like that of no project',
  async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { title: 'T' } : undefined;
      expect(await answerOf(await iris().send(method, `/api/projects/${id}`, body))).toMatchObject({
        status: 404,
        body: { success: false, error: 'Project not found' },
      });
    }
  },
);

describe('revisions', () => {
  const update = (id: string, headers: Record<string, string> = {}, title = 'New') =>
    iris().put(pathOf(id), { title }, headers);
  const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? '';

  test('the answer with a project has an ETag', async () => {
    const created = await iris().post('/api/projects', { title: 'Wedding', client: 'Anna' });
    const { id } = created.body.project as Project;
    expect(tagOf(created)).toMatch(/^"[^"]+"$/);
    expect(tagOf(await iris().get(pathOf(id)))).toBe(tagOf(created));
    const updated = await update(id);
    expect(tagOf(updated)).toMatch(/^"[^"]+"$/);
    expect(tagOf(updated)).not.toBe(tagOf(created));
    expect(tagOf(await iris().get(pathOf(id)))).toBe(tagOf(updated));
  });

  test('an If-Match is passed on to the projects service', async () => {
    const id = await iris().newProject();
    const tag = tagOf(await iris().get(pathOf(id)));
    expect((await update(id, { 'if-match': `"a1", W/${tag}` })).status).toBe(200);
    expect((await update(id, { 'if-match': '*' })).status).toBe(200);
    const [tagged, any] = studio().answers.requestsOf(projectMessages.update);
    expect(tagged).toMatchObject({ revisions: ['a1', tag.slice(1, -1)] });
    expect(any).not.toHaveProperty('revisions');
  });

  test('a conflicting change is answered with the current project, its files and its ETag', async () => {
    const id = await iris().newProject();
    await addFiles(iris(), id, ['a.txt']);
    const known = tagOf(await iris().get(pathOf(id)));
    await update(id, {}, 'Harbour II');
    const current = await iris().get(pathOf(id));
    const { status, headers, body } = await update(id, { 'if-match': known });
    expect(status).toBe(412);
    expect(headers.get('etag')).toBe(tagOf(current));
    expect(body).toEqual({
      success: false,
      error: 'This project was changed in the meantime',
      code: 'PROJECT_CHANGED',
      project: current.body.project,
    });
    expect(current.body.project).toMatchObject({
      title: 'Harbour II',
      files: [{ filename: 'a.txt' }],
    });
  });

  test('an If-Match that is too long is refused with a sentence', async () => {
    const id = await iris().newProject();
    const { status, body } = await update(id, { 'if-match': `"${'x'.repeat(2000)}"` });
    expect([status, body.error]).toEqual([400, 'The If-Match is too long']);
  });
});

describe('compression', () => {
  const getEncoded = (url: string, encoding: string) =>
    rawRequest(studio().url, url, {
      headers: { authorization: `Bearer ${iris().bearer}`, 'accept-encoding': encoding },
    });

  test('a long JSON answer is compressed for a client that accepts it, and its ETag says so', async () => {
    const fields = { title: 'Harbour', client: 'Iris', description: 'light '.repeat(800) };
    const path = pathOf(await iris().newProject(fields));
    const plain = await getEncoded(path, 'gzip;q=0');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).toMatch(/^"[^"]+"$/);
    const { headers, body } = await getEncoded(path, 'gzip, br');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: `W/${plain.headers.etag}` });
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(body.length).toBeLessThan(plain.body.length / 4);
    expect(gunzipSync(body).equals(plain.body)).toBe(true);
  });

  test('a short answer is not compressed', async () => {
    const { headers } = await getEncoded('/api/projects/summary', 'gzip');
    expect(headers['content-encoding']).toBeUndefined();
  });
});
