import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freshEmail, newAccount } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { mailsTo, tokenMailedTo } from '@studiolo/testing/mailbox';

/** Everything the processes of the stack have written so far, by process. */
async function logs(): Promise<Map<string, string>> {
  const folder = join(environment('DATA_DIR'), 'logs');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.log'));
  const read = async (file: string) =>
    [file.replace('.log', ''), await readFile(join(folder, file), 'utf8')] as const;
  return new Map(await Promise.all(files.map(read)));
}

async function processesThatWrote(text: string): Promise<string[]> {
  return [...(await logs())].filter(([, log]) => log.includes(text)).map(([name]) => name);
}

const hashOf = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);

/** The first line of a process with these words; an empty one while it has none. */
async function lineOf(process: string, ...words: string[]): Promise<unknown> {
  const lines = ((await logs()).get(process) ?? '').split('\n');
  return JSON.parse(lines.find((line) => words.every((word) => line.includes(word))) ?? '{}');
}

describe('the logs of the whole stack', () => {
  test('[S15] hold no password, token, link, body of a mail or content of a file', async () => {
    const { api, email, password } = await newAccount();
    const newPassword = 'silver-hour-7';
    const content = `sealed ${randomBytes(24).toString('hex')}`;
    const file = new File([content], 'note.txt', { type: 'text/plain' });
    expect((await api.upload(await api.newProject(), [file])).status).toBe(201);
    await new Api().post('/api/auth/login', { email, password: 'wrong-password-8' });
    const login = await new Api().post('/api/auth/login', { email, password });
    const verification = await tokenMailedTo(email, '/verify-email');
    await new Api().post('/api/auth/forgot-password', { email });
    const token = await tokenMailedTo(email, '/reset-password');
    await new Api().post('/api/auth/reset-password', { token, password: newPassword });
    await new Api().post('/api/auth/reset-password', { token, password: newPassword });
    await new Api(`${String(login.body.token)}x`).get('/api/projects');
    await api.put('/api/auth/profile', { name: 'Iris', password: 'bronze-hour-9' });

    const secrets = {
      password,
      'new password': newPassword,
      'wrong password': 'wrong-password-8',
      'rejected password': 'bronze-hour-9',
      'access token': String(login.body.token),
      'signature of the access token': String(login.body.token).split('.')[2] ?? '',
      'verification token': verification,
      'reset token': token,
      'body of a mail': (await mailsTo(email))[0]?.text.trim().split('\n')[0] ?? '',
      'content of a file': content,
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect({ name, length: secret.length > 5 }).toEqual({ name, length: true });
      expect({ name, writtenBy: await processesThatWrote(secret) }).toEqual({
        name,
        writtenBy: [],
      });
    }
  });

  test('have a line for each act that concerns the security of an account: who, what, from where and by which request', async () => {
    const { api, email, password } = await newAccount();
    const { user } = (await api.get('/api/auth/profile')).body as { user: { id: string } };
    const userId = user.id;
    const anybody = new Api();
    const acts: [event: string, fields: object, Answer][] = [];
    const note = (event: string, fields: object, answer: Answer) =>
      acts.push([event, fields, answer]);

    const wrong = { email, password: 'wrong-password-8' };
    const refused = { emailHash: hashOf(email), code: 'INVALID_CREDENTIALS' };
    note('sign_in_refused', refused, await anybody.post('/api/auth/login', wrong));
    const login = await anybody.post('/api/auth/login', { email, password });
    note('signed_in', { userId }, login);
    const other = new Api(String(login.body.token));
    note('session_ended', { userId }, await other.post('/api/auth/logout'));
    const change = await api.put('/api/auth/profile', { email: freshEmail() });
    note('email_change_requested', { userId }, change);
    note('reset_requested', {}, await anybody.post('/api/auth/forgot-password', { email }));
    const token = await tokenMailedTo(email, '/reset-password');
    const reset = { token, password: 'silver-hour-7' };
    note('password_reset', { userId }, await anybody.post('/api/auth/reset-password', reset));
    const used = { code: 'INVALID_RESET_TOKEN' };
    note('link_refused', used, await anybody.post('/api/auth/reset-password', reset));
    api.bearer = String(
      (await anybody.post('/api/auth/login', { email, password: 'silver-hour-7' })).body.token,
    );
    note('account_deleted', { userId }, await api.delete('/api/auth/account'));

    for (const [event, fields, { headers }] of acts) {
      const requestId = String(headers.get('x-request-id'));
      const from = expect.stringMatching(/127\.0\.0\.1|::1/) as string;
      await eventually(async () => {
        const line = await lineOf('auth', requestId, '"Security"');
        expect(line).toMatchObject({ event, from, requestId, ...fields });
      });
    }
  });

  test('have a line for each stream of live updates that has ended, and say who ended it', async () => {
    const { api } = await newAccount();
    const abort = new AbortController();
    const [left, signedOut] = await Promise.all([
      api.fetch('/api/events', { signal: abort.signal }),
      api.fetch('/api/events'),
    ]);
    abort.abort();
    await api.post('/api/auth/logout');
    await signedOut.text();
    for (const [{ headers }, status] of [[left, 499] as const, [signedOut, 200] as const]) {
      const id = String(headers.get('x-request-id'));
      await eventually(async () => {
        const line = await lineOf('gateway', id);
        expect(line).toMatchObject({ method: 'GET', route: '/api/events', status });
      });
    }
  });
});
