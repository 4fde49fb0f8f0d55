import { authMessages, projectMessages, rateLimits, type ReplyOf } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { PASSWORD } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { duringEachTest, duringTests } from '@studiolo/testing/during-tests';

import { type SignedIn, Studio } from './support/start-studio.js';

// With one trusted proxy, a test can choose its client address.
const studio = Studio.duringTests(() => ({ TRUST_PROXY: '1' }));
const other = duringTests(() => studio().replica());
const anna = duringEachTest(() => studio().signIn());
beforeEach(async () => {
  await forget('limit:*');
  const { auth } = studio().services;
  const { user } = await auth.call(authMessages.getProfile, { userId: anna().userId });
  // Auth would need most of the time of these tests to compare passwords.
  studio().answers.answer(authMessages.login, ({ password }) => {
    if (password !== PASSWORD) throw new AppError('INVALID_CREDENTIALS');
    return { token: anna().bearer, user };
  });
});

const post = (path: string, body: object, { from = '203.0.113.1', at = studio().url } = {}) =>
  new Api('', at).post(path, body, { 'x-forwarded-for': from });

const login = (password: 'right' | 'wrong', where: { from?: string; at?: string } = {}) =>
  post(
    '/api/auth/login',
    { email: anna().email, password: password === 'right' ? PASSWORD : 'silver-hour-7' },
    where,
  );

async function tenWrongPasswords(from = () => '203.0.113.1') {
  for (let count = 0; count < 10; count += 1) {
    const at = count % 2 === 0 ? studio().url : other().url;
    expect((await login('wrong', { from: from(), at })).status).toBe(401);
  }
}

test('[S6] ten wrong passwords over two gateways block the account for that address', async () => {
  await tenWrongPasswords();
  const answer = await login('right');
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  expect(answer.body.error).toMatch(/^Too many attempts\. Please try again in \d+ seconds$/);
});

test('further attempts from a blocked address do not keep the owner out', async () => {
  await tenWrongPasswords();
  for (let count = 0; count < 20; count += 1) expect((await login('wrong')).status).toBe(429);
  expect((await login('right', { from: '198.51.100.9' })).status).toBe(429);
  await accountBlockEnds();
  expect((await login('right', { from: '198.51.100.9' })).status).toBe(200);
});

test('[S6] wrong passwords from many addresses block the account for a minute', async () => {
  let last = 0;
  await tenWrongPasswords(() => `203.0.113.${(last += 1)}`);
  const answer = await login('right', { from: '198.51.100.9' });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(
    rateLimits.loginByAccount.blockSeconds,
  );
  await accountBlockEnds();
  expect((await login('right', { from: '198.51.100.9' })).status).toBe(200);
});

test('wrong passwords of strangers do not keep out a network from which the account was signed in to', async () => {
  let last = 0;
  studio().answers.reset();
  expect((await login('right', { from: '2001:db8:0:101::1' })).status).toBe(200);
  await tenWrongPasswords(() => `203.0.113.${(last += 1)}`);
  expect((await login('right', { from: '2001:db8:0:1ff::7' })).status).toBe(200);
  await tenWrongPasswords(() => `203.0.113.${(last += 1)}`);
  expect((await login('right', { from: '198.51.100.9' })).status).toBe(429);
});

test('right passwords of one account count, too, and one too many opens no session', async () => {
  const { points } = rateLimits.loginByUser;
  const opened = () => studio().answers.requestsOf(authMessages.login).length;
  await login('wrong');
  for (let count = 0; count < points; count += 1) expect((await login('right')).status).toBe(200);
  expect((await login('right')).status).toBe(429);
  expect(opened()).toBe(1 + points);
});

test('a right password clears the count', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 9; count += 1) await login('wrong');
    expect((await login('right')).status).toBe(200);
  }
});

test('simultaneous attempts are each counted', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => login('wrong')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
});

test('failures of auth are not counted', async () => {
  studio().answers.answer(authMessages.login, () => {
    throw new AppError('UNAVAILABLE');
  });
  for (let count = 0; count < 30; count += 1) expect((await login('right')).status).toBe(503);
});

test('[S6] addresses that the client adds itself are ignored', async () => {
  for (let count = 0; count < 10; count += 1) {
    await login('wrong', { from: `10.0.0.${count}, 203.0.113.1` });
  }
  const answer = await login('right', { from: '10.9.9.9, 203.0.113.1' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
});

test('requests for reset mails are limited for an address without an account, too, and keep no other network out', async () => {
  const ask = async (from: string) =>
    (await post('/api/auth/forgot-password', { email: 'nobody@example.com' }, { from })).status;
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await ask('203.0.113.1'));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await ask('198.51.100.7')).toBe(200);
});

test('ten wrong current passwords keep an account from changing its password, and failures of auth do not count', async () => {
  const change = async (current: string) => {
    const passwords = { current_password: current, password: 'new-password' };
    return (await anna().put('/api/auth/profile', passwords)).status;
  };
  studio().answers.answer(authMessages.changePassword, () => {
    throw new AppError('UNAVAILABLE');
  });
  for (let count = 0; count < 12; count += 1) expect(await change('wrong')).toBe(503);
  studio().answers.reset();
  for (let count = 0; count < 9; count += 1) expect(await change('wrong')).toBe(400);
  expect(await change(PASSWORD)).toBe(200);
  for (let count = 0; count < 10; count += 1) expect(await change('wrong')).toBe(400);
  expect(await change('new-password')).toBe(429);
});

test.each<[string, (who: SignedIn) => ReturnType<Api['post']>]>([
  ['create sixty projects', (who) => who.post('/api/projects', { title: 'a', client: 'b' })],
  ['change its profile sixty times', (who) => who.put('/api/auth/profile', { name: 'a' })],
])('an account can %s at once, and then has to wait', async (_what, write) => {
  let project: Promise<ReplyOf<typeof projectMessages.create>> | undefined;
  let profile: Promise<ReplyOf<typeof authMessages.updateProfile>> | undefined;
  // The limit's window would end before a busy machine has written sixty times.
  studio().answers.answer(projectMessages.create, (_request, ask) => (project ??= ask()));
  studio().answers.answer(authMessages.updateProfile, (_request, ask) => (profile ??= ask()));
  const [iris, noor] = [await studio().signIn(), await studio().signIn()];
  // Auth checks a session that is new, and a busy machine answers sixty such checks at once too late.
  expect((await iris.get('/api/projects')).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 61 }, () => write(iris)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(60);
  expect(refused.map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true]);
  expect((await write(noor)).status).toBeLessThan(300);
});

async function forget(pattern: string): Promise<void> {
  const keys = await studio().redis.keys(pattern);
  if (keys.length > 0) await studio().redis.del(keys);
}

/** Makes the block of the account end without waiting a minute. */
async function accountBlockEnds() {
  const keys = await studio().redis.keys('limit:loginByAccount:*');
  expect(keys).toHaveLength(1);
  const restMs = await studio().redis.pttl(String(keys[0]));
  expect(restMs).toBeGreaterThan(0);
  expect(restMs).toBeLessThanOrEqual(rateLimits.loginByAccount.blockSeconds * 1000);
  await studio().redis.del(keys);
}
