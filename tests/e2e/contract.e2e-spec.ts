// Every call that the served OpenAPI document describes is made for real, and every answer held against it.
import { randomUUID } from 'node:crypto';

import { freshEmail, newAccount, PASSWORD as password } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { tokenMailedTo } from '@studiolo/testing/mailbox';
import { jpeg } from '@studiolo/testing/samples';

import { readOpenApi } from '../support/openapi.ts';

type Call = [status: number, make: () => Promise<Response>];

const openApi = await readOpenApi();
const iris = await newAccount();
const projectId = await iris.api.newProject();
const anonymous = new Api();

const open = (path: string, body?: object) => () =>
  anonymous.send(body ? 'POST' : 'GET', path, body);
const mine =
  (method: string, path: string, body?: object, headers?: Record<string, string>) => () =>
    iris.api.send(method, path, body, headers);

function upload(filename: string, content: Buffer | string, project = projectId) {
  const form = new FormData();
  form.append('project_id', project);
  form.append('file', new File([content], filename));
  return iris.api.fetch('/api/upload', { method: 'POST', body: form });
}

async function signUp(): Promise<string> {
  const email = freshEmail();
  await anonymous.post('/api/auth/signup', { email, password, name: 'Noa' });
  return email;
}

/** Signs Iris in once more; the address at which that session can be ended. */
async function anotherSession(): Promise<string> {
  await anonymous.post('/api/auth/login', { email: iris.email, password });
  const { body } = await iris.api.get('/api/auth/sessions');
  const sessions = body.sessions as { id: string; current: boolean }[];
  const other = sessions.find(({ current }) => !current);
  return `/api/auth/sessions/${other?.id}`;
}

/** The first bytes of a stream, which does not end by itself. */
async function beginningOf(asked: Promise<Response>): Promise<Response> {
  const { status, headers, body } = await asked;
  const reader = body?.getReader();
  const first = (await reader?.read())?.value as Uint8Array | undefined;
  await reader?.cancel();
  return new Response(new TextDecoder().decode(first), { status, headers });
}

const verificationToken = async () => tokenMailedTo(await signUp(), '/verify-email');

async function resetToken(): Promise<string> {
  const { email } = await newAccount('Noa');
  await anonymous.post('/api/auth/forgot-password', { email });
  return tokenMailedTo(email, '/reset-password');
}

async function undoToken(): Promise<string> {
  const { email, api } = await newAccount('Noa');
  await api.put('/api/auth/profile', { email: freshEmail() });
  return tokenMailedTo(email, '/undo-email-change');
}

const project = `/api/projects/${projectId}`;
const nobodys = `/api/projects/${randomUUID()}`;
const photo = `${projectId}/harbour.jpg`;
const nothing = `${projectId}/nothing.jpg`;
const range = (range: string) => iris.api.fetch(`/api/download/${photo}`, { headers: { range } });

/**
 * Calls of each operation, one for each status that its definition names; input that its schema refuses is documented
 * for every call at once. Later calls rely on what earlier ones have made.
 */
const calls: Record<string, Call[]> = {
  signup: [
    [201, open('/api/auth/signup', { email: freshEmail(), password, name: 'Noa' })],
    [409, open('/api/auth/signup', { email: iris.email, password, name: 'Iris' })],
  ],
  login: [
    [200, open('/api/auth/login', { email: iris.email, password })],
    [401, open('/api/auth/login', { email: iris.email, password: 'wrong' })],
    [403, async () => open('/api/auth/login', { email: await signUp(), password })()],
  ],
  getProfile: [[200, mine('GET', '/api/auth/profile')]],
  updateProfile: [
    [200, mine('PUT', '/api/auth/profile', { name: 'Iris Aperture-Lind' })],
    [200, mine('PUT', '/api/auth/profile', { email: freshEmail() })],
    [400, mine('PUT', '/api/auth/profile', { current_password: 'wrong', password })],
  ],
  forgotPassword: [[200, open('/api/auth/forgot-password', { email: iris.email })]],
  resetPassword: [
    [200, async () => open('/api/auth/reset-password', { token: await resetToken(), password })()],
    [400, open('/api/auth/reset-password', { token: 'unknown', password })],
  ],
  undoEmailChange: [
    [
      200,
      async () => open('/api/auth/undo-email-change', { token: await undoToken(), password })(),
    ],
    [400, open('/api/auth/undo-email-change', { token: 'unknown', password })],
  ],
  verifyEmail: [
    [200, async () => open('/api/auth/verify-email', { token: await verificationToken() })()],
    [400, open('/api/auth/verify-email', { token: 'unknown' })],
  ],
  resendVerification: [
    [200, async () => open('/api/auth/resend-verification', { email: await signUp() })()],
  ],
  // The stack of the tests has no Google project; signing in with one has its own tests in auth.
  googleUrl: [[503, open('/api/auth/google')]],
  googleCallback: [
    [503, open('/api/auth/google/callback', { code: randomUUID() })],
    [400, open('/api/auth/google/callback', { code: '' })],
  ],
  linkGoogle: [[400, open('/api/auth/google/link', { token: 'unknown' })]],
  createProject: [[201, mine('POST', '/api/projects', { title: 'Studio day', client: 'Lind' })]],
  upload: [
    [201, () => upload('harbour.jpg', jpeg(20_000))],
    [400, () => upload('empty.jpg', '')],
    [404, () => upload('harbour.jpg', jpeg(20_000), randomUUID())],
    [413, () => upload('large.jpg', jpeg(5 * 1024 * 1024 + 1))],
    [415, () => upload('page.jpg', '<!doctype html>')],
  ],
  listProjects: [
    [200, mine('GET', '/api/projects')],
    [400, mine('GET', '/api/projects?cursor=forged')],
  ],
  summarizeProjects: [[200, mine('GET', '/api/projects/summary')]],
  getProject: [
    [200, mine('GET', project)],
    [404, mine('GET', nobodys)],
  ],
  updateProject: [
    [200, mine('PUT', project, { status: 'Review', contact: '' })],
    [404, mine('PUT', nobodys, { status: 'review' })],
    [412, mine('PUT', project, { title: 'Harbour II' }, { 'if-match': '"another"' })],
  ],
  events: [[200, () => beginningOf(mine('GET', '/api/events')())]],
  storageUsage: [[200, mine('GET', '/api/storage/usage')]],
  download: [
    [200, mine('GET', `/api/download/${photo}`)],
    [206, () => range('bytes=0-9')],
    [416, () => range('bytes=99999999-')],
    [404, mine('GET', `/api/download/${nothing}`)],
  ],
  deleteFile: [
    [200, mine('DELETE', `/api/delete/${photo}`)],
    [404, mine('DELETE', `/api/delete/${nothing}`)],
  ],
  deleteProject: [
    [200, mine('DELETE', project)],
    [404, mine('DELETE', project)],
  ],
  listSessions: [[200, mine('GET', '/api/auth/sessions')]],
  endSession: [
    [200, async () => mine('DELETE', await anotherSession())()],
    [404, mine('DELETE', `/api/auth/sessions/${randomUUID()}`)],
  ],
  endOtherSessions: [[200, mine('DELETE', '/api/auth/sessions')]],
  logout: [[200, mine('POST', '/api/auth/logout')]],
  deleteAccount: [
    [200, async () => (await newAccount('Noa')).api.send('DELETE', '/api/auth/account')],
  ],
};

test('every documented call is made here', () => {
  const documented = openApi.operations.map(({ operationId }) => operationId);
  expect(Object.keys(calls).sort()).toEqual(documented.sort());
});

describe.each(Object.entries(calls))('%s', (id, list) => {
  const operation = openApi.operations.find(({ operationId }) => operationId === id)!;
  test.each(list)('answers %i as documented', async (status, make) => {
    const answer = await make();
    expect(answer.status).toBe(status);
    expect(await openApi.complaints(operation, answer)).toEqual([]);
  });
});
