// Sessions and login attempts over two gateways, with the rate limits on.
import { setTimeout as delay } from 'node:timers/promises';

import { type Account, newAccount, PASSWORD } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { linkMailedTo } from '@studiolo/testing/mailbox';

import type { RunningStack } from '../support/running-stack.ts';
import { startAttackedStack } from './support/attacked-stack.ts';
import { millisecondsOf } from './support/samples-of-time.ts';

const NEW_PASSWORD = 'silver-hour-7';
const ATTEMPTS = 10;
const BLOCK_MS = 60_000;

let stack: RunningStack;

beforeAll(async () => {
  // Each gateway has a proxy in front of it, so that a case can come from any address.
  stack = await startAttackedStack({
    replicas: { gateway: 2 },
    passed: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
  });
}, 180_000);
afterAll(() => stack.end());

const atEveryGateway = (token: string): Promise<Answer[]> =>
  Promise.all(stack.gateways.map((url) => new Api(token, url).get('/api/projects')));

const tokenOf = ({ body }: Answer): string => String(body.token);

const login = ({ email, password }: Account): Promise<Answer> =>
  new Api().post('/api/auth/login', { email, password });

async function mailedToken(email: string, page: string): Promise<string | null> {
  return (await linkMailedTo(email, page)).searchParams.get('token');
}

/** By what ends a session; each gets an account and the token whose end is watched. */
const endings: Record<string, (account: Account, watched: string) => Promise<Answer>> = {
  logout: (_account, watched) => new Api(watched).post('/api/auth/logout'),
  'account deleted': ({ api }) => api.delete('/api/auth/account'),
  'password changed elsewhere': ({ api }) =>
    api.put('/api/auth/profile', { current_password: PASSWORD, password: NEW_PASSWORD }),
  'password reset': async ({ email }) => {
    await new Api().post('/api/auth/forgot-password', { email });
    const token = await mailedToken(email, '/reset-password');
    return new Api().post('/api/auth/reset-password', { token, password: NEW_PASSWORD });
  },
  'email changed': async ({ api, email }) => {
    const next = `new-${email}`;
    await api.put('/api/auth/profile', { email: next });
    return new Api().post('/api/auth/verify-email', {
      token: await mailedToken(next, '/verify-email'),
    });
  },
};

/** The milliseconds from the answer of the ending until no gateway lets the token in. */
async function endedAfter(end: (typeof endings)[string]): Promise<number> {
  const account = await newAccount();
  const watched = tokenOf(await login(account));
  const before = await atEveryGateway(watched);
  expect(before.map(({ status }) => status)).toEqual([200, 200]);
  expect((await end(account, watched)).status).toBe(200);
  return millisecondsOf(() =>
    eventually(async () => {
      const answers = await atEveryGateway(watched);
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    }),
  );
}

test('[S2] a token known to both gateways, after logout, deletion, password change, reset and email change: 401 at both gateways within 1 s', async () => {
  for (const end of Object.values(endings)) {
    expect(await endedAfter(end)).toBeLessThan(1000);
  }
});

interface Attempt {
  email: string;
  password: string;
  /** What the proxy in front of the gateway writes as the client's address, and what came before it. */
  from: string;
}

async function attempt({ email, password, from }: Attempt, gateway = 0): Promise<Response> {
  return new Api(undefined, stack.gateways[gateway]).fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  });
}

async function wrongPasswords(email: string, from: (count: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const { status } = await attempt({ email, password: 'wrong', from: from(count) }, count % 2);
    statuses.push(status);
  }
  return statuses;
}

test('[S6 a] ten wrong passwords from ten addresses over two gateways, then the right one from another address: 429 at every gateway; the right password is let in a minute later', async () => {
  const { email } = await newAccount();
  const statuses = await wrongPasswords(email, (count) => `203.0.113.${count}`);
  expect(statuses).toEqual(Array.from({ length: ATTEMPTS }, () => 401));
  const owner = { email, password: PASSWORD, from: '198.51.100.7' };
  const blocked = await Promise.all([attempt(owner, 0), attempt(owner, 1)]);
  expect(blocked.map(({ status }) => status)).toEqual([429, 429]);
  const waits = blocked.map(({ headers }) => Number(headers.get('retry-after')));
  expect(Math.max(...waits)).toBeLessThanOrEqual(BLOCK_MS / 1000);
  await delay(Math.max(...waits) * 1000);
  await eventually(async () => expect((await attempt(owner, 1)).status).toBe(200));
});

test('[S6 b] ten wrong passwords from one address, which writes other addresses into X-Forwarded-For itself: blocked for that address for a quarter of an hour, whatever it writes', async () => {
  const { email } = await newAccount();
  await wrongPasswords(email, (count) => `10.1.1.${count}, 203.0.113.99`);
  const invented = { email, password: PASSWORD, from: '10.9.9.9, 192.0.2.1, 203.0.113.99' };
  const answer = await attempt(invented, 1);
  expect(answer.status).toBe(429);
  const wait = Number(answer.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(BLOCK_MS / 1000);
});

test('[S7] twenty logins, right and wrong, while Redis stands still, and again after it goes on: 503 to all of them, then as before', async () => {
  const { email } = await newAccount();
  const attempts = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, count) => {
        const password = count % 2 === 0 ? PASSWORD : 'wrong';
        return attempt({ email, password, from: `192.0.2.${count}` }, count % 2);
      }),
    );
  stack.signal('redis', 'SIGSTOP');
  const answers = await attempts().finally(() => stack.signal('redis', 'SIGCONT'));
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));
  await eventually(async () => {
    const { status } = await attempt({ email, password: PASSWORD, from: '192.0.2.200' });
    expect(status).toBe(200);
  });
});
