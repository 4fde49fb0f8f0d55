import { text } from 'node:stream/consumers';

import { authMessages } from '@studiolo/contracts';
import { answerOf } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';

import { rawRequest } from './support/raw-request.js';
import { Studio } from './support/start-studio.js';

const studio = Studio.duringTests(() => ({
  RATE_LIMITS: 'off',
  STRICT_TRANSPORT_SECURITY: 'max-age=9; includeSubDomains',
}));

const iris = duringTests(() => studio().signIn());
const login = '/api/auth/login';
const postLogin = async (body: string | Buffer, type = 'application/json') => {
  const request = { method: 'POST', body, headers: { 'content-type': type } };
  return answerOf(await fetch(studio().url + login, request));
};

describe('[B1] unreadable input is refused with a sentence:', () => {
  const unreadable = 'The request body could not be read';
  const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  test.each([
    ['broken JSON', '{bad', 400, unreadable],
    ['bytes that are not UTF-8', Buffer.from('{"email":"\xc3\x28"}', 'latin1'), 400, unreadable],
    ['prototype keys', '{"__proto__":{"admin":true}}', 400, unreadable],
    ['a constructor', '{"constructor":{"prototype":{}}}', 400, unreadable],
    ['a number', '5', 400, 'The request body must be a JSON object'],
    ['an array', '[]', 400, 'The request body must be a JSON object'],
    ['ten thousand nested arrays', nested, 400, 'The request body must be a JSON object'],
    ['nothing', '', 400, 'The request body must be a JSON object'],
    ['a wrong type', '{"email":5,"password":"x"}', 400, 'Email must be a text'],
    ['a megabyte and one byte', 'x'.repeat(2 ** 20 + 1), 413, 'The request is too large'],
  ])('%s', async (_what, body, status, error) => {
    const answer = await postLogin(body);
    expect(answer).toMatchObject({ status, body: { success: false, error } });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'a body of type %s',
    async (type) => {
      const refusal = { status: 415, body: { success: false } };
      expect(await postLogin('a=b', type)).toMatchObject(refusal);
    },
  );

  test.each([
    ['that is not HTTP', 'HELLO', 'The request could not be read', 'UNREADABLE_REQUEST'],
    [
      'without a Host',
      'GET /api/docs HTTP/1.1\r\nconnection: close',
      ...['The Host is missing', 'INVALID_REQUEST'],
    ],
  ])('a request %s', async (_what, head, error, code) => {
    const answer = await text(await studio().connect(`${head}\r\n\r\n`));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(JSON.stringify({ success: false, error, code }));
    expect(answer).toContain('x-content-type-options: nosniff');
  });
});

test.each([
  ['an empty form', '', 'application/x-www-form-urlencoded'],
  ['a text', 'bye', 'text/plain'],
  ['broken JSON', '{bad', 'application/json'],
])('a call that takes no body ignores %s', async (_what, body, type) => {
  const request = { method: 'POST', body, headers: { 'content-type': type } };
  const answer = await (await studio().signIn()).fetch('/api/auth/logout', request);
  expect(answer.status).toBe(200);
});

test('an expectation that the gateway does not know changes nothing', async () => {
  const headers = { expect: 'something' };
  expect((await rawRequest(studio().url, '/api/docs', { headers })).status).toBe(200);
});

test('[B1] of a key that JSON holds twice the last value counts', async () => {
  await postLogin('{"email":"first@example.com","password":"x","email":"last@example.com"}');
  expect(studio().answers.requestsOf(authMessages.login)).toMatchObject([
    { email: 'last@example.com' },
  ]);
});

const email = 'anna@example.com';
const megabyte = 'x'.repeat(2 ** 20 - 200);
test.each([
  ['POST', login, { email, password: megabyte }],
  ['POST', '/api/auth/signup', { email, name: 'Anna', password: megabyte }],
  ['POST', '/api/auth/reset-password', { token: 'x', password: megabyte }],
  ['PUT', '/api/auth/profile', { current_password: 'x', password: megabyte }],
  ['PUT', '/api/auth/profile', { current_password: megabyte, password: 'golden-hour-6' }],
])(
  '[S20] %s %s refuses a password of a megabyte before auth gets it',
  async (method, path, body) => {
    const { status } = await iris().send(method, path, body);
    const asked = studio().answers.received.map(({ pattern }) => pattern);
    expect(status).toBe(400);
    expect(asked.filter((pattern) => pattern !== authMessages.checkSession.pattern)).toEqual([]);
  },
);

describe('[B10] addresses', () => {
  test.each([
    ['HEAD', '/api/projects', 401],
    ['GET', '/api/projects/', 404],
    ['GET', '//api/projects', 404],
    ['GET', '/api/projects;x=1', 404],
    ['GET', '/api/./projects', 404],
    ['GET', '/api/auth/../projects', 404],
    ['PATCH', '/api/projects', 405],
    ['GET', '/', 404],
    ['GET', '/api/nothing', 404],
    ['TRACE', login, 405],
    ['GET', login, 405],
    ['QUERY', `${login}?x`, 405],
    ['POST', '/api/projects/0198', 405],
    ['POST', '/API/auth/login', 404],
    ['POST', '/api//auth/login', 404],
    ['POST', '/api/auth/login/', 404],
    ['GET', '/api/projects/%zz', 400],
    ['GET', `/api/projects/${'x'.repeat(5000)}`, 404],
  ])('%s %s answers %i in JSON', async (method, path, status) => {
    const answer = await rawRequest(studio().url, path, { method });
    expect(answer.status).toBe(status);
    if (method !== 'HEAD')
      expect(JSON.parse(answer.body.toString())).toMatchObject({ success: false });
  });

  test('a method that a header calls another one needs a session like its own', async () => {
    const headers = { 'x-http-method-override': 'DELETE' };
    expect((await rawRequest(studio().url, '/api/projects', { headers })).status).toBe(401);
  });

  test('a body with two lengths is refused', async () => {
    const headers = { 'content-length': '5', 'transfer-encoding': 'chunked' };
    const request = { method: 'POST', headers, body: '0\r\n\r\n' };
    expect((await rawRequest(studio().url, login, request)).status).toBe(400);
  });

  test('another method than those of an address is told which they are', async () => {
    const answer = await fetch(`${studio().url}/api/projects/0198`, { method: 'POST', body: 'x' });
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PUT, OPTIONS');
  });
});

test.each([
  ['GET', '/api/projects'],
  ['GET', '/api/nothing'],
  ['GET', '/health/live'],
  ['GET', '/api/docs'],
  ['GET', '/api/projects/%zz'],
  ['OPTIONS', '/api/projects'],
])(
  '[S13] every answer carries security headers and a request id of its own (%s %s)',
  async (method, path) => {
    const headers = { 'x-request-id': 'forged' };
    const first = await fetch(studio().url + path, { method, headers });
    const second = await fetch(studio().url + path, { method });
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('x-frame-options')).toBe('DENY');
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(first.headers.get('strict-transport-security')).toBe('max-age=9; includeSubDomains');
    expect(first.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  },
);

describe('[S12] other origins', () => {
  const preflight = (origin: string) =>
    fetch(`${studio().url}/api/projects`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  test('the front end may call the API', async () => {
    const answer = await preflight('http://app.test');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.test');
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/Authorization.*If-Match/);
  });

  test('the front end can read an error, its Retry-After and its request id', async () => {
    const headers = { origin: 'http://app.test' };
    const answer = await fetch(`${studio().url}/api/projects`, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.test');
    expect(answer.headers.get('access-control-expose-headers')).toMatch(
      /ETag, Retry-After, X-Request-Id/,
    );
  });

  test.each([
    'null',
    'http://app.test.evil.example',
    'http://evil.app.test',
    'https://app.test',
    'http://app.test:81',
  ])('%s may not', async (origin) => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
  });
});

test.each(['/api/docs', '/api/docs/openapi.json'])('%s describes every call', async (path) => {
  const { body } = await answerOf(await fetch(studio().url + path));
  expect(body).toMatchObject({ openapi: '3.1.0', paths: { [login]: { post: {} } } });
});

test.each([
  ['put', '/api/projects/{id}', 412, ['ETag']],
  ['get', '/api/download/{projectId}/{file}', 200, ['ETag', 'Content-Disposition']],
  [
    'get',
    '/api/download/{projectId}/{file}',
    206,
    ['ETag', 'Content-Disposition', 'Content-Range'],
  ],
  ['get', '/api/download/{projectId}/{file}', 304, ['ETag']],
  ['get', '/api/download/{projectId}/{file}', 416, ['Content-Range']],
])('the document names for %s %s with %i the headers %j', async (method, path, status, names) => {
  const { body } = await answerOf(await fetch(`${studio().url}/api/docs`));
  for (const name of names)
    expect(body.paths).toHaveProperty([path, method, 'responses', `${status}`, 'headers', name]);
});
