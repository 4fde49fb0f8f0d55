import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';

import { authMessages, ENDED_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { Redis } from 'ioredis';

import { SessionReader } from '../src/session/session-reader.js';
import { user } from './support/samples.js';
import { signToken, testGateway } from './support/test-gateway.js';

const gateway = testGateway();
beforeEach(() => {
  gateway.services.answer(authMessages.getProfile, ({ userId }) => ({
    user: { ...user, id: userId },
  }));
});

const profile = (token: string, url = gateway.url) => new Api(token, url).get('/api/auth/profile');

test('auth is asked once about a session, as long as it is cached', async () => {
  const { bearer, userId, sessionId } = await gateway.signIn();
  const own = { status: 200, body: { user: { id: userId } } };
  expect(await profile(bearer)).toMatchObject(own);
  expect(await profile(bearer)).toMatchObject(own);
  expect(gateway.services.requestsOf(authMessages.checkSession)).toEqual([{ userId, sessionId }]);
});

test('a session that ended is not revived by a Redis that has lost its last writes', async () => {
  const { bearer } = await gateway.signIn();
  expect((await profile(bearer)).status).toBe(200);
  gateway.services.answer(authMessages.checkSession, () => ({ active: false }));
  gateway.get(Redis).disconnect(true);
  await eventually(async () => expect((await profile(bearer)).status).toBe(401));
});

test('auth is not asked about a cached session once Redis has forgotten those of before the connection', async () => {
  const reader = gateway.get(SessionReader);
  const { trustedAfterMs } = reader;
  const { bearer, sessionId } = await gateway.signIn();
  reader.trustedAfterMs = 0;
  expect((await profile(bearer)).status).toBe(200);
  expect(gateway.services.requestsOf(authMessages.checkSession)).toEqual([]);
  await gateway.redis.del(sessionCacheKey(sessionId));
  expect((await profile(bearer)).status).toBe(200);
  expect(gateway.services.requestsOf(authMessages.checkSession)).toHaveLength(1);
  reader.trustedAfterMs = trustedAfterMs;
});

describe('a token is refused', () => {
  const sub = randomUUID();
  const sid = randomUUID();
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub, sid, iss: 'studiolo', aud: 'studiolo-api', exp: 4_000_000_000 };
  const unsigned = `${base64({ alg: 'none' })}.${base64(claims)}.`;
  const parts = `${base64({ alg: 'HS256' })}.${base64(claims)}`;
  const symmetric = `${parts}.${createHmac('sha256', 'x').update(parts).digest('base64url')}`;

  beforeEach(() => gateway.redis.set(sessionCacheKey(sid), sub));

  async function changed(): Promise<string> {
    const [header, , signature] = (await signToken({ sub, sid })).split('.');
    return `${header}.${base64({ ...claims, sub: randomUUID() })}.${signature}`;
  }

  test.each([
    ['whose claims were changed', changed],
    ['without a signature', () => unsigned],
    ['with a symmetric signature', () => symmetric],
    ['of another key', () => signToken({ sub, sid }, generateKeyPairSync('ed25519').privateKey)],
    ['without an expiry', () => signToken({ sub, sid, exp: undefined })],
    ['that has expired', () => signToken({ sub, sid, exp: Math.floor(Date.now() / 1000) - 1 })],
    ['for another audience', () => signToken({ sub, sid, aud: 'mail' })],
    ['of another issuer', () => signToken({ sub, sid, iss: 'somebody' })],
    ['without a session', () => signToken({ sub })],
    ['without a user', () => signToken({ sid })],
    ['that is not a token', () => 'abc'],
    ['of ten thousand letters', () => 'a'.repeat(10_000)],
  ])('%s', async (_what, token) => {
    expect(await profile(await token())).toMatchObject({ status: 401 });
  });
});

test('[S2] a session that has ended is refused at once, also with a cached token', async () => {
  const { bearer, sessionId } = await gateway.signIn();
  expect((await profile(bearer)).status).toBe(200);
  await gateway.redis.set(sessionCacheKey(sessionId), ENDED_SESSION);
  expect((await profile(bearer)).status).toBe(401);
});

test.each([
  [true, 200],
  [false, 401],
])(
  'auth decides about a session that is not cached: active %s gives %i',
  async (active, status) => {
    const { bearer, sessionId, userId } = await gateway.signIn();
    await gateway.redis.del(sessionCacheKey(sessionId));
    gateway.services.answer(authMessages.checkSession, () => ({ active }));
    expect((await profile(bearer)).status).toBe(status);
    expect(gateway.services.requestsOf(authMessages.checkSession)).toEqual([{ userId, sessionId }]);
  },
);

test('[S7] without Redis the gateway starts, answers 503 and signs nobody out', async () => {
  await using replica = await gateway.replica({ REDIS_URL: 'redis://127.0.0.1:9' });
  const { url } = replica;
  const answer = await profile((await gateway.signIn()).bearer, url);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${url}/health/status`)).status).toBe(503);
  const body = { email: 'anna@example.com', password: 'x' };
  expect((await new Api('', url).post('/api/auth/login', body)).status).toBe(503);
});

test('the list of sessions marks the current one', async () => {
  const member = await gateway.signIn();
  const times = { created_at: user.created_at, last_seen_at: user.created_at };
  const sessions = [randomUUID(), member.sessionId].map((id) => ({
    id,
    ...times,
    device: 'Firefox',
  }));
  gateway.services.answer(authMessages.listSessions, () => ({ sessions }));
  const { body } = await member.get('/api/auth/sessions');
  expect(body.sessions).toEqual(
    sessions.map((session, index) => ({ ...session, current: index === 1 })),
  );
});

test('a malformed session id is answered like a missing session', async () => {
  expect(await (await gateway.signIn()).delete('/api/auth/sessions/abc')).toMatchObject({
    status: 404,
    body: { success: false, error: 'Session not found' },
  });
  expect(gateway.services.requestsOf(authMessages.endSession)).toEqual([]);
});

test('ending all other sessions names the caller’s own, which stays', async () => {
  gateway.services.answer(authMessages.endSessions, () => ({ ended: 2 }));
  const member = await gateway.signIn();
  expect(await member.delete('/api/auth/sessions')).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(gateway.services.requestsOf(authMessages.endSessions)).toMatchObject([
    { sessionId: member.sessionId },
  ]);
});

test.each([
  ['signs out', 'POST', '/api/auth/logout', authMessages.logout],
  ['deletes the account', 'DELETE', '/api/auth/account', authMessages.deleteAccount],
] as const)('a browser that %s forgets what it cached', async (_what, method, path, message) => {
  gateway.services.answer(message, () => ({}));
  const answer = await (await gateway.signIn()).fetch(path, { method });
  expect(answer.headers.get('clear-site-data')).toBe('"cache"');
});
