// What a committed transaction has announced gets to its receivers once, whoever dies or is away afterwards.
import { freshEmail, PASSWORD } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { mailsTo } from '@studiolo/testing/mailbox';

import { testOnRedis } from '../support/test-on-redis.ts';
import { CrashStack } from './crash-points/crash-stack.ts';
import { newStudioWithFile } from './crash-points/operations.ts';

/** Longer than the lease after which an entry of the outbox is published again. */
const LEASE_MS = 20_000;

let stack: CrashStack;
beforeAll(async () => {
  stack = await CrashStack.start({ replicas: { auth: 2, projects: 2, storage: 2 } });
}, 120_000);
afterAll(() => stack.end(), 30_000);
beforeEach(() => stack.running.ready());

const signUp = (email: string) =>
  new Api().post('/api/auth/signup', { email, password: PASSWORD, name: 'Iris' });

test('[F10 a] projects killed when project.deleted is published and still in its outbox: published again; the files are gone', async () => {
  const { api, ownerId, projectId } = await newStudioWithFile();
  await stack.settled();
  await stack.crashes.arm({ statement: 'remove-outbox-entries' });
  const answer = await api.delete(`/api/projects/${projectId}`);
  await stack.crashes.fired();
  expect(answer).toMatchObject({ status: 200 });
  expect(await stack.count('projects.outbox', "kind = 'event'")).toBe(1);
  await eventually(async () => expect(await stack.count('projects.outbox')).toBe(0), LEASE_MS);
  await stack.settled();
  expect(await stack.count('storage.files', 'owner_id = $1', [ownerId])).toBe(0);
});

test('[F10 b] auth killed when the job of a mail is queued and still in its outbox: queued again under the same id; one mail', async () => {
  const email = freshEmail();
  await stack.crashes.arm({ statement: 'remove-outbox-entries' });
  const answer = await signUp(email);
  await stack.crashes.fired();
  expect(answer).toMatchObject({ status: 201 });
  await eventually(async () => expect(await stack.count('auth.outbox')).toBe(0), LEASE_MS);
  await stack.settled();
  expect(await mailsTo(email)).toHaveLength(1);
});

test('[F10 c] storage killed after COMMIT of what it does about user.deleted: a peer takes the event over; projects and files are gone', async () => {
  const { api, ownerId } = await newStudioWithFile();
  await stack.settled();
  await stack.crashes.arm({ message: 'user.deleted', at: 'after-commit' });
  expect(await api.delete('/api/auth/account')).toMatchObject({ status: 200 });
  await stack.crashes.fired();
  await stack.settled();
  expect(await stack.count('projects.projects', 'owner_id = $1', [ownerId])).toBe(0);
  expect(await stack.count('storage.files', 'owner_id = $1', [ownerId])).toBe(0);
});

/** Holds the transactions of what is done, has Redis killed, and lets them commit while it is away. */
async function commitWithoutRedis<Result>(tables: string, act: () => Promise<Result>) {
  const holder = await stack.connection();
  try {
    await holder.query(`BEGIN; LOCK TABLE ${tables} IN SHARE MODE`);
    const result = act();
    await eventually(async () => {
      expect(await stack.count('pg_stat_activity', "wait_event_type = 'Lock'")).toBeGreaterThan(1);
    });
    await stack.running.endProcess('redis', 'SIGKILL');
    await holder.query('COMMIT');
    return await result;
  } finally {
    holder.release();
  }
}

testOnRedis(
  '[F10 d] Redis killed while sign-ups and deletions wait for their COMMIT, and started again with its data: 503 or a success; the files are gone, and one mail comes',
  async () => {
    const { api, ownerId, projectId } = await newStudioWithFile();
    await stack.settled();
    const email = freshEmail();
    const answers = await commitWithoutRedis('auth.attempts, projects.projects', () =>
      Promise.all([signUp(email), api.delete(`/api/projects/${projectId}`)]),
    );
    const statuses = answers.map(({ status }) => status);
    for (const status of statuses) expect([200, 201, 503]).toContain(status);
    await stack.running.ready();
    await stack.settled();
    expect(await stack.count('auth.attempts', 'email = $1', [email])).toBe(1);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await stack.count('storage.files', 'owner_id = $1', [ownerId])).toBe(0);
  },
);
