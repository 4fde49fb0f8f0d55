import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { freshEmail, newAccount, PASSWORD } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { linkMailedTo, mailsTo, tokenMailedTo } from '@studiolo/testing/mailbox';
import { jpeg } from '@studiolo/testing/samples';

import { runProgram } from '../support/run-program.ts';

// One test starts up to ten processes.
jest.setTimeout(120_000);

/** What `npm run admin` runs, beside the stack of the tests. */
function admin(words: string[], input = '') {
  // An empty address counts as not set.
  const env = { DATA_DIR: environment('DATA_DIR'), REDIS_URL: '' };
  return runProgram(process.execPath, ['infra/stack/admin.ts', ...words], { env, input });
}

async function json(...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await admin([...words, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const login = async (email: string) =>
  (await new Api().post('/api/auth/login', { email, password: PASSWORD })).status;

/** The acts of this operator that the security log has, oldest first. */
async function acts(): Promise<unknown[]> {
  const log = await readFile(join(environment('DATA_DIR'), 'logs', 'auth.log'), 'utf8');
  return log
    .split('\n')
    .filter((line) => line.includes(`"from":"admin ${userInfo().username}"`))
    .map((line) => (JSON.parse(line) as { event: string }).event);
}

test('an operator creates an account, and the mailed link sets its first password', async () => {
  const email = freshEmail();
  expect(await json('create', email, 'Iris Aperture')).toMatchObject({
    email,
    name: 'Iris Aperture',
    email_verified: true,
  });
  const token = await tokenMailedTo(email, '/reset-password');
  await new Api().post('/api/auth/reset-password', { token, password: PASSWORD });
  expect(await login(email)).toBe(200);
});

test('an operator sends a test mail', async () => {
  const email = freshEmail();
  expect(await json('test-mail', email)).toEqual({ email });
  await eventually(async () => {
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['A test of Studiolo’s mail']);
  });
});

test('an operator verifies a sign-up whose mail never came', async () => {
  const email = freshEmail();
  await new Api().post('/api/auth/signup', { email, name: 'Iris', password: PASSWORD });
  expect(await login(email)).toBe(403);
  expect(await json('verify', email)).toMatchObject({ email, email_verified: true });
  expect(await login(email)).toBe(200);
});

test('an operator sees what somebody keeps, signs them out and deletes them, and each act is in the security log', async () => {
  const { api, email } = await newAccount('Iris Aperture');
  const projectId = await api.newProject();
  await api.upload(projectId, [new File([jpeg(5_000)], 'a.jpg', { type: 'image/jpeg' })]);

  expect(await json('usage', email)).toMatchObject({
    email,
    total_files: 1,
    total_storage_bytes: 5_000,
  });
  expect(await json('end-sessions', email)).toEqual({ email, ended: 1 });
  expect((await api.get('/api/auth/profile')).status).toBe(401);
  expect(await json('reset', email)).toEqual({ email });
  await linkMailedTo(email, '/reset-password');

  expect(await admin(['delete', email], 'somebody@else.example\n')).toMatchObject({ code: 1 });
  expect(await login(email)).toBe(200);
  expect(await admin(['delete', email], `${email}\n`)).toMatchObject({ code: 0 });
  expect(await login(email)).toBe(401);
  await eventually(async () => {
    const done = (await acts()).filter((act) => act !== 'accounts_found');
    expect(done.slice(-3)).toEqual(['sessions_ended', 'reset_requested', 'account_deleted']);
  });
});

test.each([
  [['find'], 2, 'Usage:'],
  [
    ['usage', 'nobody@studio.example'],
    1,
    'No account has the address or id nobody@studio.example.',
  ],
])('%j is answered with a sentence', async (words, code, sentence) => {
  const done = await admin(words);
  expect({ code: done.code, stdout: done.stdout }).toEqual({ code, stdout: '' });
  expect(done.stderr).toContain(sentence);
  expect(done.stderr).not.toMatch(/\n {4}at /);
});
