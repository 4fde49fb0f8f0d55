// Every documented call, made by everybody it might be made by. A call that is not in the table fails the run.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

import { type Account, freshEmail, newAccount } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';
import { linkMailedTo } from '@studiolo/testing/mailbox';
import { jpeg } from '@studiolo/testing/samples';

import { OpenApi } from '../support/openapi.ts';

const PHOTO = new File([jpeg(20_000)], 'harbour.jpg');

/** What a call acts on: the owner's project and file, unless told otherwise. */
interface Target {
  projectId: string;
  filename: string;
}

interface Row {
  call: (api: Api, target: Target) => Promise<{ status: number }>;
  /** What somebody else's project is answered with; absent when a call names no project. */
  foreign?: 404;
}

const json = { 'Content-Type': 'application/json' };
const profile = (api: Api) => api.get('/api/auth/profile');

/** The calls that need a session, by the id of their operation. */
const guarded: Record<string, Row> = {
  logout: { call: (api) => api.post('/api/auth/logout') },
  getProfile: { call: profile },
  updateProfile: { call: (api) => api.put('/api/auth/profile', { name: 'Noa' }) },
  deleteAccount: { call: (api) => api.delete('/api/auth/account') },
  listSessions: { call: (api) => api.get('/api/auth/sessions') },
  endSession: { call: (api) => api.delete('/api/auth/sessions/none') },
  listProjects: { call: (api) => api.get('/api/projects') },
  summarizeProjects: { call: (api) => api.get('/api/projects/summary') },
  createProject: { call: (api) => api.post('/api/projects', { title: 'A', client: 'B' }) },
  getProject: { call: (api, { projectId }) => api.get(`/api/projects/${projectId}`), foreign: 404 },
  updateProject: {
    call: (api, { projectId }) => api.put(`/api/projects/${projectId}`, { title: 'Taken' }),
    foreign: 404,
  },
  deleteProject: {
    call: (api, { projectId }) => api.delete(`/api/projects/${projectId}`),
    foreign: 404,
  },
  storageUsage: { call: (api) => api.get('/api/storage/usage') },
  events: {
    call: async (api) => {
      const { status, body } = await api.fetch('/api/events');
      await body?.cancel();
      return { status };
    },
  },
  upload: { call: (api, { projectId }) => api.upload(projectId, [PHOTO]), foreign: 404 },
  download: {
    call: (api, { projectId, filename }) => api.fetch(`/api/download/${projectId}/${filename}`),
    foreign: 404,
  },
  deleteFile: {
    call: (api, { projectId, filename }) => api.delete(`/api/delete/${projectId}/${filename}`),
    foreign: 404,
  },
};

/** The calls that anybody may make; 400 shows that the guard let an empty body through. */
const open: Record<string, (api: Api) => Promise<{ status: number }>> = {
  signup: (api) => api.post('/api/auth/signup'),
  login: (api) => api.post('/api/auth/login'),
  forgotPassword: (api) => api.post('/api/auth/forgot-password'),
  resetPassword: (api) => api.post('/api/auth/reset-password'),
  verifyEmail: (api) => api.post('/api/auth/verify-email'),
  resendVerification: (api) => api.post('/api/auth/resend-verification'),
  googleUrl: (api) => api.get('/api/auth/google'),
  googleCallback: (api) => api.post('/api/auth/google/callback'),
};

async function photoOf({ api }: Account): Promise<Target> {
  const created = await api.post('/api/projects', { title: 'Harbour', client: 'Lind' });
  const projectId = (created.body.project as { id: string }).id;
  expect((await api.upload(projectId, [PHOTO])).status).toBe(201);
  return { projectId, filename: 'harbour.jpg' };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with the claims of a real one and whatever is wrong with it. */
function forged(real: Api, header: object, claims: object = {}, signer?: (text: string) => Buffer) {
  const [, payload = ''] = real.bearer.split('.');
  const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const text = `${part(header)}.${part({ ...decoded, ...claims })}`;
  return new Api(`${text}.${signer?.(text).toString('base64url') ?? ''}`);
}

let openApi: OpenApi;
let owner: Account;
let stranger: Account;
let target: Target;
const identities: Record<string, Api> = {};

async function endedSession(end: (account: Account) => Promise<Answer>): Promise<Api> {
  const account = await newAccount();
  expect((await end(account)).status).toBe(200);
  return account.api;
}

/** A link token is no session, whatever it may be used for elsewhere. */
async function resetToken(email: string): Promise<Api> {
  await new Api().post('/api/auth/forgot-password', { email });
  const link = await linkMailedTo(email, '/reset-password');
  return new Api(String(link.searchParams.get('token')));
}

async function verificationToken(): Promise<Api> {
  const email = freshEmail();
  await new Api().post('/api/auth/signup', { email, password: 'golden-hour-6', name: 'Noa' });
  const link = await linkMailedTo(email, '/verify-email');
  return new Api(String(link.searchParams.get('token')));
}

beforeAll(async () => {
  openApi = await OpenApi.read();
  [owner, stranger] = [await newAccount(), await newAccount()];
  target = await photoOf(owner);
  const otherKey = createPrivateKey(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );
  const bySomebody = (text: string) => sign(null, Buffer.from(text), otherKey);
  Object.assign(identities, {
    'nobody at all': new Api(),
    'an empty token': new Api(''),
    'a token that is none': new Api('token'),
    'a token that no key signed': forged(owner.api, { alg: 'none' }),
    'a token of another key': forged(owner.api, { alg: 'EdDSA' }, {}, bySomebody),
    'a token of another algorithm': forged(owner.api, { alg: 'HS256' }, {}, bySomebody),
    'a token whose owner was changed': new Api(tampered(owner.api.bearer)),
    'a token without an end': forged(owner.api, { alg: 'EdDSA' }, { exp: undefined }, bySomebody),
    'a session that was logged out': await endedSession(({ api }) => api.post('/api/auth/logout')),
    'an account that was deleted': await endedSession(({ api }) => api.delete('/api/auth/account')),
    'a reset token': await resetToken(owner.email),
    'the verification token of an unverified account': await verificationToken(),
  });
});

/** The real signature under other claims. */
function tampered(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, part({ ...claims, sub: crypto.randomUUID() }), signature].join('.');
}

test('[S3] every documented call has a row, and every row is documented as open or guarded', () => {
  const isGuarded = (id: string) => openApi.operation(id).security.length > 0;
  const documented = openApi.operations.map(({ operationId }) => operationId);
  expect([...Object.keys(guarded), ...Object.keys(open)].sort()).toEqual(documented.sort());
  expect(Object.keys(guarded).filter((id) => !isGuarded(id))).toEqual([]);
  expect(Object.keys(open).filter(isGuarded)).toEqual([]);
});

describe.each(Object.entries(guarded))('%s', (_id, { call, foreign }) => {
  test('[S1] is refused with 401 to everybody who has no living session', async () => {
    const statuses: Record<string, number> = {};
    for (const [name, api] of Object.entries(identities)) {
      statuses[name] = (await call(api, target)).status;
    }
    expect(statuses).toEqual(
      Object.fromEntries(Object.keys(identities).map((name) => [name, 401])),
    );
  });

  if (foreign === undefined) return;
  test("[S3] answers somebody else's project like one that is not there, and leaves it alone", async () => {
    const absent = { ...target, projectId: crypto.randomUUID() };
    expect((await call(stranger.api, absent)).status).toBe(foreign);
    expect((await call(stranger.api, target)).status).toBe(foreign);
    const project = await owner.api.get(`/api/projects/${target.projectId}`);
    expect(project.body.project).toMatchObject({
      title: 'Harbour',
      files: [{ filename: 'harbour.jpg', size: 20_000 }],
    });
  });
});

test.each(Object.entries(open))('%s is open to everybody', async (_id, call) => {
  expect([400, 503]).toContain((await call(new Api())).status);
});

test('the owner can do all of it', async () => {
  for (const id of ['getProfile', 'listProjects', 'getProject', 'storageUsage', 'download']) {
    expect([id, (await guarded[id]?.call(owner.api, target))?.status]).toEqual([id, 200]);
  }
});

test('[B10] a guarded call is refused whatever method or spelling it comes with', async () => {
  const attempts: [string, string][] = [
    ['HEAD', '/api/projects'],
    ['GET', '/api/projects/'],
    ['GET', '/api//projects'],
    ['GET', '/API/PROJECTS'],
    ['GET', '/api/auth/../projects'],
    ['PATCH', '/api/auth/profile'],
  ];
  for (const [method, path] of attempts) {
    const { status } = await new Api().fetch(path, { method, headers: json });
    expect([method, path, [401, 404].includes(status)]).toEqual([method, path, true]);
  }
  const overridden = await new Api().fetch('/api/auth/login', {
    method: 'POST',
    headers: { ...json, 'X-HTTP-Method-Override': 'DELETE' },
    body: '{}',
  });
  expect(overridden.status).toBe(400);
});
