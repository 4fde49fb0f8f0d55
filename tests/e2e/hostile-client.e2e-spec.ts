// What a client may claim, repeat or send at once, although no page of ours does.
import { randomUUID } from 'node:crypto';

import { type Account, freshEmail, newAccount } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { linkMailedTo, tokenMailedTo } from '@studiolo/testing/mailbox';
import { jpeg } from '@studiolo/testing/samples';

let noa: Account;
let projectId: string;

beforeEach(async () => {
  noa = await newAccount('Noa');
  projectId = await noa.api.newProject();
});

const usage = async () => (await noa.api.get('/api/storage/usage')).body;

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

  test('[S4] the id, owner or files of a project', async () => {
    const claims = { id: randomUUID(), user_id: randomUUID(), files: [{}] };
    const fields = { title: 'Harbour', client: 'Lind', ...claims };
    const { body } = await noa.api.post('/api/projects', fields);
    expect(body.project).toMatchObject({ files: [] });
    expect(body.project).not.toMatchObject({ id: claims.id });
    expect(body.project).not.toHaveProperty('user_id');
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

/** What makes the product mail a link to a page; returns the address that gets it. */
const MAILED: Record<string, () => Promise<string>> = {
  '/verify-email': async () => {
    const email = freshEmail();
    await new Api().post('/api/auth/signup', { email, password: 'golden-hour-6', name: 'Noa' });
    return email;
  },
  '/reset-password': async () => {
    await new Api().post('/api/auth/forgot-password', { email: noa.email });
    return noa.email;
  },
  '/undo-email-change': async () => {
    const { api, email } = await newAccount();
    await api.put('/api/auth/profile', { email: freshEmail() });
    return email;
  },
};

test.each(Object.entries(MAILED))(
  '[S9] a mail scanner that opens the link to %s consumes nothing',
  async (page, ask) => {
    const link = await linkMailedTo(await ask(), page);
    for (const method of ['HEAD', 'GET', 'GET']) {
      expect((await fetch(link, { method })).status).toBe(200);
    }
    const token = link.searchParams.get('token');
    const used = await new Api().post(`/api/auth${page}`, { token, password: 'silver-hour-7' });
    expect(used.status).toBe(200);
  },
);
