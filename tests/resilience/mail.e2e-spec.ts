// A mail outlives the workers that send it. The tests of auth cover a mail server that refuses it.
import { onDatabase } from '@studiolo/infra/stack/database';
import { freshEmail } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { MailServer } from '@studiolo/testing/mail-server';

import { leftInRedis, onRedis } from '../support/redis.ts';
import { RunningStack } from '../support/running-stack.ts';
import { type CrashPoints, crashPoints } from './crash-points/crash-point.ts';

/** Another worker takes a mail 15 s after the last sign of life of its own; workers look every 5 s. */
const TAKEN_UP_WITHIN_MS = 30_000;

let crashes: CrashPoints;
const server = new MailServer();
beforeAll(() => server.up());
const stack = RunningStack.duringTests(() => ({
  replicas: { auth: 2 },
  rewire: (plan) => {
    plan.smtpUrl = server.url;
    crashes = crashPoints(plan.dataDir);
  },
  within: (parts) => crashes.within(parts),
}));
afterAll(() => server.down());
beforeEach(async () => {
  server.manner = 'taking';
  await stack().ready();
});

async function signUp(email: string): Promise<void> {
  const body = { email, password: 'golden-hour-6', name: 'Iris' };
  expect(await new Api().post('/api/auth/signup', body)).toMatchObject({ status: 201 });
}

const expectSentOnce = (email: string) =>
  eventually(async () => {
    const sent = 'SELECT FROM auth.link_mails WHERE email = $1 AND sent_at IS NOT NULL';
    const { rows } = await onDatabase(stack().plan.adminDatabaseUrl, (client) =>
      client.query(sent, [email]),
    );
    expect(rows).toHaveLength(1);
  }, TAKEN_UP_WITHIN_MS);

const messageId = (message = '') => /^Message-ID: (.*)$/m.exec(message)?.[1];

test('[F11 b] both workers killed while the SMTP server has a mail and has not answered: sent again within half a minute, the same bytes under the same Message-ID', async () => {
  server.manner = 'silent';
  const email = freshEmail();
  await signUp(email);
  await eventually(() => expect(server.to(email)).toHaveLength(1));
  for (const name of stack().replicasOf('auth')) stack().signal(name, 'SIGKILL');
  server.manner = 'taking';
  await eventually(() => expect(server.to(email)).toHaveLength(2), TAKEN_UP_WITHIN_MS);
  await expectSentOnce(email);
  const [first, second] = server.to(email);
  expect(messageId(first)).toBeDefined();
  expect(second).toBe(first);
});

test('[F11 c] worker killed when the SMTP server has taken a mail and this is not noted: sent once more, under the same Message-ID, by which mailboxes recognise it', async () => {
  const email = freshEmail();
  await crashes.arm({ at: 'UPDATE "auth"."link_mails" SET "sent_at"', side: 'before' });
  await signUp(email);
  await crashes.fired();
  await expectSentOnce(email);
  await eventually(async () => expect(await onRedis(stack().plan, leftInRedis)).toEqual([]));
  const ids = server.to(email).map(messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
