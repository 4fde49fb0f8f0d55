import { type Account, newAccount, PASSWORD } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { tokenMailedTo } from '@studiolo/testing/mailbox';

import { RunningStack } from '../support/running-stack.ts';
import { millisecondsOf } from './support/samples-of-time.ts';

const NEW_PASSWORD = 'silver-hour-7';

let stack: RunningStack;

beforeAll(async () => {
  stack = await RunningStack.start({ replicas: { gateway: 2 } });
}, 180_000);
afterAll(() => stack.end());

const atEveryGateway = (token: string): Promise<Answer[]> =>
  Promise.all(stack.gateways.map((url) => new Api(token, url).get('/api/projects')));

const tokenOf = ({ body }: Answer): string => String(body.token);

const login = ({ email, password }: Account): Promise<Answer> =>
  new Api().post('/api/auth/login', { email, password });

/** What ends a session, by name; each gets an account and the token that must stop working. */
const endings: Record<string, (account: Account, watched: string) => Promise<Answer>> = {
  logout: (_account, watched) => new Api(watched).post('/api/auth/logout'),
  'account deleted': ({ api }) => api.delete('/api/auth/account'),
  'password changed elsewhere': ({ api }) =>
    api.put('/api/auth/profile', { current_password: PASSWORD, password: NEW_PASSWORD }),
  'password reset': async ({ email }) => {
    await new Api().post('/api/auth/forgot-password', { email });
    const token = await tokenMailedTo(email, '/reset-password');
    return new Api().post('/api/auth/reset-password', { token, password: NEW_PASSWORD });
  },
  'email changed': async ({ api, email }) => {
    const next = `new-${email}`;
    await api.put('/api/auth/profile', { email: next });
    return api.post('/api/auth/verify-email', {
      token: await tokenMailedTo(next, '/verify-email'),
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
