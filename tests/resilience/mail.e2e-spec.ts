// A mail outlives the workers that send it. The tests of auth cover a mail server that refuses it.
import { freshEmail } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { MailServer } from '@studiolo/testing/mail-server';

import { CrashStack } from './crash-points/crash-stack.ts';

/** Another worker takes a mail 15 s after the last sign of life of its own; workers look every 5 s. */
const TAKEN_UP_WITHIN_MS = 30_000;

let stack: CrashStack;
let server: MailServer;
beforeAll(async () => {
  server = new MailServer();
  await server.up();
  stack = await CrashStack.start({
    replicas: { auth: 2 },
    rewire: (plan) => {
      plan.smtpUrl = server.url;
    },
  });
}, 120_000);
afterAll(async () => {
  await stack.end();
  await server.down();
}, 30_000);
beforeEach(async () => {
  server.manner = 'taking';
  await stack.running.ready();
});

async function signUp(email: string): Promise<void> {
  const body = { email, password: 'golden-hour-6', name: 'Iris' };
  expect(await new Api().post('/api/auth/signup', body)).toMatchObject({ status: 201 });
}

const sentMails = (email: string) =>
  stack.count('auth.link_mails', 'email = $1 AND sent_at IS NOT NULL', [email]);

const messageId = (message = '') => /^Message-ID: (.*)$/m.exec(message)?.[1];

test('[F11 b] both workers killed while the SMTP server has a mail and has not answered: sent again within half a minute, the same bytes under the same Message-ID', async () => {
  server.manner = 'silent';
  const email = freshEmail();
  await signUp(email);
  await eventually(() => expect(server.to(email)).toHaveLength(1));
  const workers = stack.running.replicasOf('auth');
  for (const name of workers) stack.running.signal(name, 'SIGKILL');
  server.manner = 'taking';
  await eventually(() => expect(server.to(email)).toHaveLength(2), TAKEN_UP_WITHIN_MS);
  await eventually(async () => expect(await sentMails(email)).toBe(1));
  const [first, second] = server.to(email);
  expect(messageId(first)).toBeDefined();
  expect(second).toBe(first);
});

test('[F11 c] worker killed when the SMTP server has taken a mail and this is not noted: sent once more, under the same Message-ID, by which mailboxes recognise it', async () => {
  const email = freshEmail();
  await stack.crashes.arm({ statement: 'UPDATE "auth"."link_mails" SET "sent_at"' });
  await signUp(email);
  await stack.crashes.fired();
  await eventually(async () => expect(await sentMails(email)).toBe(1), TAKEN_UP_WITHIN_MS);
  await stack.settled();
  const ids = server.to(email).map(messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
