// What a careless or hostile client may send, against the whole stack: never a 500, always a sentence.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

import { type Account, newAccount } from '@studiolo/testing/accounts';
import { environment } from '@studiolo/testing/environment';
import { pdf } from '@studiolo/testing/samples';

/** nginx refuses NUL in a path and TRACE by itself, in its own words, before a gateway sees them. */
const reachesGateway = (text: string): boolean =>
  process.env.EDGE !== 'nginx' || !/%00|^TRACE$/.test(text);

let iris: Account;
let projectId: string;

beforeAll(async () => {
  iris = await newAccount();
  projectId = await iris.api.newProject();
});

/** A request exactly as written: `fetch` would tidy its path. */
function raw(
  method: string,
  path: string,
  {
    token,
    headers = {},
    body,
  }: { token?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(environment('API_URL'));
    const all = { ...headers, ...(token && { authorization: `Bearer ${token}` }) };
    const outgoing = request({ hostname, port, method, path, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    outgoing.on('error', reject).end(body);
  });
}

test('[B1] of a key that JSON holds twice the last value counts', async () => {
  const answer = await iris.api.fetch('/api/projects', {
    method: 'POST',
    body: '{"title":"first","client":"C","title":"second"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await answer.json()).toMatchObject({ project: { title: 'second' } });
});

describe('text', () => {
  test.each([
    '<script>alert(1)</script>',
    `'; DROP TABLE projects; --`,
    '{{7*7}} ${7*7} <%= 7*7 %>',
    '%00 %2e%2e/ \\u0000',
    '\u202egpj.exe',
    '結婚式 🎞 e\u0301',
  ])('[B7] %s is kept as it is, and found again', async (text) => {
    const created = await iris.api.post('/api/projects', { title: text, client: 'C' });
    expect(created).toMatchObject({ status: 201, body: { project: { title: text } } });
    const found = await iris.api.get(`/api/projects?search=${encodeURIComponent(text)}`);
    expect(found.body.projects).toMatchObject([{ title: text }]);
  });

  test('[S4] fields that only the server sets are ignored', async () => {
    const foreign = { id: randomUUID(), user_id: randomUUID(), files: [{}] };
    const { body } = await iris.api.post('/api/projects', { title: 'T', client: 'C', ...foreign });
    expect(body.project).toMatchObject({ files: [] });
    expect(body.project).not.toMatchObject({ id: foreign.id });
    expect(body.project).not.toHaveProperty('user_id');
  });
});

test.each([
  '/api/projects?limit=0',
  '/api/projects?limit=501',
  '/api/projects?limit=1e9',
  '/api/projects?limit=1;drop',
  '/api/projects?limit=1&limit=2',
  '/api/projects?cursor=abc',
  `/api/projects?cursor=${'x'.repeat(5000)}`,
  '/api/projects?cursor=%00',
  '/api/projects?status=soon',
  '/api/projects?status[$ne]=todo&status=soon',
  `/api/projects?search=${'x'.repeat(201)}`,
  '/api/projects/summary?status=soon',
])('[B7] %.80s is refused', async (path) => {
  const answer = await iris.api.get(path);
  expect(answer).toMatchObject({ status: 400, body: { success: false } });
});

describe('a malformed id is answered like that of no project', () => {
  const ids = ['abc', '0', '-1', '%00', '..%2f..%2fx', 'x'.repeat(300), '%F0%9F%8E%9E', 'null'];
  test.each(ids.filter(reachesGateway))('[B7] %.40s', async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await iris.api.fetch(`/api/projects/${id}`, {
        method,
        ...(method === 'PUT' && {
          body: '{"title":"T"}',
          headers: { 'content-type': 'application/json' },
        }),
      });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ success: false, error: 'Project not found' });
    }
  });
});

describe('an upload', () => {
  let own: string;
  let owner: Account;
  beforeEach(async () => {
    owner = await newAccount('Noa');
    own = await owner.api.newProject();
  });
  const put = (name: string, content: Buffer) =>
    owner.api.upload(own, [new File([new Uint8Array(content)], name)]);
  const used = async () => (await owner.api.get('/api/storage/usage')).body.total_storage_bytes;

  test.each([
    ['traversal', '../../../etc/passwd.pdf'],
    ['traversal of the other kind', '..\\..\\windows\\system.pdf'],
    ['a drive', 'C:\\a.pdf'],
    ['300 characters', `${'x'.repeat(296)}.pdf`],
    ['quotes and percent signs', `a"b'c%d.pdf`],
    ['a right-to-left override', 'a\u202efdp.exe.pdf'],
    ['composed letters', 'Zürich caf\u00e9.pdf'],
    ['decomposed letters', 'Zu\u0308rich cafe\u0301.pdf'],
    ['an emoji', '🎞️ film.pdf'],
    ['a reserved name', 'CON.pdf'],
    ['trailing dots', 'a.pdf...'],
    ['a semicolon', 'a;b.pdf'],
    ['a hash and a question mark', 'a#b?c.pdf'],
  ])('[B4] named with %s can be fetched and deleted by the name it got', async (_what, name) => {
    const content = pdf();
    const { status, body } = await put(name, content);
    expect(status).toBe(201);
    const [{ filename }] = body.files as [{ filename: string }];
    expect(filename).not.toMatch(/[/\\\p{Cc}\u202e]/u);
    expect(filename.length).toBeLessThanOrEqual(255);
    const path = `${own}/${encodeURIComponent(filename)}`;
    const answer = await owner.api.fetch(`/api/download/${path}`);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    const saved = /filename\*=UTF-8''(\S+)$/.exec(answer.headers.get('content-disposition') ?? '');
    expect(decodeURIComponent(saved?.[1] ?? '')).toBe(filename);
    expect((await owner.api.delete(`/api/delete/${path}`)).status).toBe(200);
    expect(await used()).toBe(0);
  });
});

const noFiles = [
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  'a%00b',
  '%252e',
  'a;b',
  'x'.repeat(255),
  '%ff%fe',
];
test.each(noFiles.filter(reachesGateway))('[B5] %.40s is the name of no file', async (name) => {
  for (const [method, call] of [
    ['GET', 'download'],
    ['DELETE', 'delete'],
  ] as const) {
    const answer = await iris.api.fetch(`/api/${call}/${projectId}/${name}`, { method });
    expect([400, 404]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ success: false });
  }
});

describe('without a session', () => {
  const calls: [string, string, number][] = [
    ['HEAD', `/api/projects`, 401],
    ['HEAD', `/api/auth/profile`, 401],
    ['GET', '/api/projects/', 404],
    ['GET', '//api/projects', 404],
    ['GET', '/api//projects', 404],
    ['GET', '/API/PROJECTS', 404],
    ['GET', '/api/projects;x=1', 404],
    ['GET', '/api/./projects', 404],
    ['TRACE', '/api/projects', 405],
    ['PATCH', '/api/projects', 405],
    ['GET', '/api/auth/../projects', 404],
  ];
  test.each(calls.filter(([method]) => reachesGateway(method)))(
    '[B10] %s %s is answered %i',
    async (method, path, status) => {
      expect((await raw(method, path)).status).toBe(status);
    },
  );

  test('[B10] a method that a header calls another one is answered 401', async () => {
    const headers = { 'x-http-method-override': 'DELETE' };
    expect((await raw('GET', '/api/projects', { headers })).status).toBe(401);
  });

  test('[B10] a body with two lengths is answered 400', async () => {
    const headers = { 'content-length': '5', 'transfer-encoding': 'chunked' };
    const answer = await raw('POST', '/api/auth/login', { headers, body: '0\r\n\r\n' });
    expect(answer.status).toBe(400);
  });
});
