// What a client may claim, repeat or send at once, although no page of ours does.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { type Account, freshEmail, newAccount } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { linkMailedTo, tokenMailedTo } from '@studiolo/testing/mailbox';
import { jpeg, pdf } from '@studiolo/testing/samples';

const MIB = 1024 * 1024;
/** Bytes that the buffers of both sockets can hold, unread by the gateway (net.ipv4.tcp_wmem, tcp_rmem). */
const SOCKET_BUFFERS = (4 + 32) * MIB;

let noa: Account;
let projectId: string;

beforeEach(async () => {
  noa = await newAccount('Noa');
  projectId = await noa.api.newProject();
});

const usage = async () => (await noa.api.get('/api/storage/usage')).body;

test('[L6] ten submissions of one project at once make one project with one id', async () => {
  const submit = () =>
    noa.api.fetch('/api/projects', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({ title: 'Only one', client: 'Lind' }),
    });
  const answers = await Promise.all(Array.from({ length: 10 }, submit));
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  const ids = new Set((bodies as { project: { id: string } }[]).map(({ project }) => project.id));
  expect(ids.size).toBe(1);
  const { body } = await noa.api.get('/api/projects?search=Only');
  expect(body.projects).toHaveLength(1);
});

test('one upload sent five times under one Idempotency-Key is one file, and other bytes are refused', async () => {
  const submit = async (content: string) => {
    const body = new FormData();
    body.set('project_id', projectId);
    body.set('file', new File([content], 'notes.txt'));
    const headers = { 'idempotency-key': 'one-upload' };
    const answer = await noa.api.fetch('/api/upload', { method: 'POST', headers, body });
    return { status: answer.status, body: (await answer.json()) as { files: object[] } };
  };
  const answers = await Promise.all(Array.from({ length: 4 }, () => submit('the same')));
  answers.push(await submit('the same'));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const { body } = await noa.api.get(`/api/projects/${projectId}`);
  expect((body.project as { files: object[] }).files).toEqual(answers[0]?.body.files);
  for (const answer of answers) expect(answer.body.files).toEqual(answers[0]?.body.files);
  expect((await submit('another')).status).toBe(422);
});

describe('a client cannot set', () => {
  test('[S4] a verified address or an id at sign-up', async () => {
    const email = freshEmail();
    const id = randomUUID();
    const claims = { id, email_verified: true, emailVerified: true, google_id: '1', role: 'admin' };
    const password = 'golden-hour-6';
    await new Api().post('/api/auth/signup', { email, password, name: 'Noa', ...claims });
    expect((await new Api().post('/api/auth/login', { email, password })).status).toBe(403);
    const token = await tokenMailedTo(email, '/verify-email');
    const { body } = await new Api().post('/api/auth/verify-email', { token });
    expect(body.user).toMatchObject({ email, google_id: null });
    expect((body.user as { id: string }).id).not.toBe(id);
  });

  test('[S4] the identity in its profile', async () => {
    const before = (await noa.api.get('/api/auth/profile')).body.user as object;
    const claims = { id: randomUUID(), google_id: '1', created_at: '2001' };
    const { status } = await noa.api.put('/api/auth/profile', { name: 'Noa Lind', ...claims });
    expect(status).toBe(200);
    const after = (await noa.api.get('/api/auth/profile')).body.user;
    expect(after).toEqual({ ...before, name: 'Noa Lind' });
  });

  test('[S4] its usage, or the owner of a file it uploads', async () => {
    const form = new FormData();
    const claims = { project_id: projectId, user_id: randomUUID(), size: '0', used_bytes: '-1' };
    for (const [name, value] of Object.entries(claims)) form.append(name, value);
    form.append('file', new File([new Uint8Array(jpeg(20_000))], 'harbour.jpg'));
    const answer = await noa.api.fetch('/api/upload', { method: 'POST', body: form });
    expect(answer.status).toBe(201);
    expect(await usage()).toMatchObject({ total_storage_bytes: 20_000, total_files: 1 });
  });
});

/** An upload whose bytes the test writes itself. */
function beginUpload(headers: Record<string, string>): ClientRequest {
  const { hostname, port } = new URL(environment('API_URL'));
  return request({
    ...{ hostname, port, method: 'POST', path: '/api/upload' },
    headers: {
      authorization: `Bearer ${noa.api.bearer}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
}

const fileHead = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`;

/** Sends a form of files in chunks until the answer comes; gives it and the bytes sent by then. */
async function sendFiles(count: number, bytesEach: number) {
  const outgoing = beginUpload({ 'transfer-encoding': 'chunked' });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  let answer: IncomingMessage | undefined;
  void answered.then(([incoming]) => (answer = incoming));
  outgoing.on('error', () => undefined);
  const chunk = jpeg(MIB / 4);
  let sent = 0;
  for (let file = 0; file < count && !answer; file += 1) {
    outgoing.write(fileHead(`${file}.jpg`));
    for (let at = 0; at < bytesEach && !answer; at += chunk.length) {
      const hasRoom = outgoing.write(chunk);
      sent += chunk.length;
      const drained = () => once(outgoing, 'drain').catch(() => undefined);
      if (!hasRoom) await Promise.race([drained(), answered]);
    }
    outgoing.write('\r\n');
  }
  const [incoming] = await answered;
  const body = JSON.parse(await text(incoming)) as { success: boolean };
  outgoing.destroy();
  return { status: incoming.statusCode, body, sent };
}

describe('an upload', () => {
  test.each([
    // Read on, so that the refusal can tell its size.
    ['one file without an end', 1, 200 * MIB, 40 * MIB],
    ['a hundred files of 5 MB', 100, 5 * MIB],
  ])(
    '[B3] of %s is answered 413 before much of it is read',
    async (_what, count, bytesEach, most = 6 * MIB) => {
      const { status, body, sent } = await sendFiles(count, bytesEach);
      expect([status, body.success]).toEqual([413, false]);
      expect(sent - SOCKET_BUFFERS).toBeLessThan(most);
      expect(await usage()).toMatchObject({ total_storage_bytes: 0, total_files: 0 });
    },
  );
});

test('[B6] a PDF that is also a page comes back as a download that no browser shows as a page', async () => {
  const polyglot = `${pdf().toString('latin1')}\n<html><script>alert(1)</script></html>`;
  const upload = await noa.api.upload(projectId, [new File([polyglot], 'page.html.pdf')]);
  expect(upload).toMatchObject({
    status: 201,
    body: { files: [{ content_type: 'application/pdf' }] },
  });
  const { headers } = await noa.api.fetch(`/api/download/${projectId}/page.html.pdf`);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.* sandbox$/);
});

test.each(['/verify-email', '/reset-password'])(
  '[S9] a mail scanner that opens the link to %s consumes nothing',
  async (page) => {
    const email = page === '/verify-email' ? freshEmail() : noa.email;
    const account = { email, password: 'golden-hour-6', name: 'Noa' };
    const call = page === '/verify-email' ? 'signup' : 'forgot-password';
    await new Api().post(`/api/auth/${call}`, account);
    const link = await linkMailedTo(email, page);
    for (const method of ['HEAD', 'GET', 'GET']) {
      expect((await fetch(link, { method })).status).toBe(200);
    }
    const token = link.searchParams.get('token');
    const used = await new Api().post(`/api/auth${page}`, { token, password: 'silver-hour-7' });
    expect(used.status).toBe(200);
  },
);
