import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';

import { authMessages, ENDED_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { Redis } from 'ioredis';

import { SessionReader } from '../src/session/session-reader.js';
import { signToken, Studio } from './support/start-studio.js';

const studio = Studio.duringTests();

const profile = (token: string, url = studio().url) => new Api(token, url).get('/api/auth/profile');
const checks = () => studio().answers.requestsOf(authMessages.checkSession);

test('auth is asked once about a session, as long as it is cached', async () => {
  const { bearer, userId, sessionId } = await studio().signIn();
  const own = { status: 200, body: { user: { id: userId } } };
  expect(await profile(bearer)).toMatchObject(own);
  expect(await profile(bearer)).toMatchObject(own);
  expect(checks()).toEqual([{ userId, sessionId }]);
});

test('a session that ended is not revived by a Redis that has lost its last writes', async () => {
  const iris = await studio().signIn();
  expect((await profile(iris.bearer)).status).toBe(200);
  expect((await iris.post('/api/auth/logout')).status).toBe(200);
  await studio().redis.set(sessionCacheKey(iris.sessionId), iris.userId);
  studio().get(Redis).disconnect(true);
  await eventually(async () => expect((await profile(iris.bearer)).status).toBe(401));
});

test('auth is not asked about a cached session once Redis has forgotten those of before the connection', async () => {
  const reader = studio().get(SessionReader);
  const { trustedAfterMs } = reader;
  const { bearer, sessionId } = await studio().signIn();
  reader.trustedAfterMs = 0;
  expect((await profile(bearer)).status).toBe(200);
  expect(checks()).toEqual([]);
  await studio().redis.del(sessionCacheKey(sessionId));
  expect((await profile(bearer)).status).toBe(200);
  expect(checks()).toHaveLength(1);
  reader.trustedAfterMs = trustedAfterMs;
});

describe('a token is refused', () => {
  const iris = duringTests(() => studio().signIn());
  const owned = () => ({ sub: iris().userId, sid: iris().sessionId });
  const sign = (claims: object = {}, key?: KeyObject) => signToken({ ...owned(), ...claims }, key);

  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => ({
    ...owned(),
    ...{ iss: 'studiolo', aud: 'studiolo-api', exp: 4_000_000_000 },
  });
  const unsigned = () => `${base64({ alg: 'none' })}.${base64(claims())}.`;

  function symmetric(): string {
    const parts = `${base64({ alg: 'HS256' })}.${base64(claims())}`;
    return `${parts}.${createHmac('sha256', 'x').update(parts).digest('base64url')}`;
  }

  async function changed(): Promise<string> {
    const [header, , signature] = (await sign()).split('.');
    return `${header}.${base64(claims())}.${signature}`;
  }

  test.each([
    ['whose claims were changed', changed],
    ['without a signature', unsigned],
    ['with a symmetric signature', symmetric],
    ['of another key', () => sign({}, generateKeyPairSync('ed25519').privateKey)],
    ['without an expiry', () => sign({ exp: undefined })],
    ['that has expired', () => sign({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['for another audience', () => sign({ aud: 'mail' })],
    ['of another issuer', () => sign({ iss: 'somebody' })],
    ['without a session', () => sign({ sid: undefined })],
    ['without a user', () => sign({ sub: undefined })],
    ['that is not a token', () => 'abc'],
    ['of ten thousand letters', () => 'a'.repeat(10_000)],
  ])('%s', async (_what, token) => {
    expect(await profile(await sign())).toMatchObject({ status: 200 });
    expect(await profile(await token())).toMatchObject({ status: 401 });
  });
});

test('[S2] a session that has ended is refused at once, also with a cached token', async () => {
  const { bearer, sessionId } = await studio().signIn();
  expect((await profile(bearer)).status).toBe(200);
  await studio().redis.set(sessionCacheKey(sessionId), ENDED_SESSION);
  expect((await profile(bearer)).status).toBe(401);
});

test.each([
  [true, 200],
  [false, 401],
])(
  'auth decides about a session that is not cached: active %s gives %i',
  async (active, status) => {
    const { bearer, sessionId, userId } = await studio().signIn();
    await studio().redis.del(sessionCacheKey(sessionId));
    if (!active)
      await studio().services.auth.sql('DELETE FROM sessions WHERE id = $1', [sessionId]);
    expect((await profile(bearer)).status).toBe(status);
    expect(checks()).toEqual([{ userId, sessionId }]);
  },
);

test('[S7] without Redis the gateway starts, answers 503 and signs nobody out', async () => {
  await using replica = await studio().replica({ REDIS_URL: 'redis://127.0.0.1:9' });
  const { url } = replica;
  const answer = await profile((await studio().signIn()).bearer, url);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${url}/health/status`)).status).toBe(503);
  const body = { email: 'anna@example.com', password: 'x' };
  expect((await new Api('', url).post('/api/auth/login', body)).status).toBe(503);
});

test('the list of sessions marks the current one', async () => {
  const phone = await studio().signIn();
  const laptop = await studio().signIn(phone);
  const { body } = await laptop.get('/api/auth/sessions');
  expect(body.sessions).toHaveLength(2);
  expect(body.sessions).toMatchObject([
    { id: laptop.sessionId, device: 'Unknown device', current: true },
    { id: phone.sessionId, device: 'Unknown device', current: false },
  ]);
});

test('a malformed session id is answered like a missing session', async () => {
  expect(await (await studio().signIn()).delete('/api/auth/sessions/abc')).toMatchObject({
    status: 404,
    body: { success: false, error: 'Session not found' },
  });
  expect(studio().answers.requestsOf(authMessages.endSession)).toEqual([]);
});

test('ending all other sessions names the caller’s own, which stays', async () => {
  const phone = await studio().signIn();
  const laptop = await studio().signIn(phone);
  expect(await laptop.delete('/api/auth/sessions')).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(studio().answers.requestsOf(authMessages.endSessions)).toMatchObject([
    { sessionId: laptop.sessionId },
  ]);
  expect((await profile(laptop.bearer)).status).toBe(200);
  expect((await profile(phone.bearer)).status).toBe(401);
});

test.each([
  ['signs out', 'POST', '/api/auth/logout'],
  ['deletes the account', 'DELETE', '/api/auth/account'],
] as const)('a browser that %s forgets what it cached', async (_what, method, path) => {
  const answer = await (await studio().signIn()).fetch(path, { method });
  expect(answer.headers.get('clear-site-data')).toBe('"cache"');
});
