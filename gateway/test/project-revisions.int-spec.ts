import { projectMessages, storageMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { v7 as uuidv7 } from 'uuid';

import { type SignedIn, TestGateway } from './support/test-gateway.js';

let gateway: TestGateway;
let iris: SignedIn;
beforeAll(async () => {
  gateway = await TestGateway.start(11, { RATE_LIMITS: 'off' });
});
afterAll(() => gateway.stop());

const id = uuidv7();
const moment = '2026-11-21T10:20:30.000Z';
const project = {
  ...{ id, title: 'Wedding', client: 'Anna', contact: null, description: null },
  ...{ status: 'todo' as const, created_at: moment, updated_at: moment },
};
const file = { filename: 'a.txt', size: 1, content_type: 'text/plain', created_at: moment };

beforeEach(async () => {
  gateway.services.reset();
  iris = await gateway.signIn();
  gateway.services.answer(storageMessages.listFiles, () => ({
    projects: { [id]: [file] },
    next: null,
  }));
});

const update = (headers?: Record<string, string>) =>
  gateway.json('PUT', `/api/projects/${id}`, {
    token: iris.token,
    body: { title: 'New' },
    ...(headers && { headers }),
  });

test('the answer with a project has an ETag', async () => {
  const reply = { project, revision: 'a1' };
  gateway.services.answer(projectMessages.createProject, () => reply);
  gateway.services.answer(projectMessages.getProject, () => reply);
  gateway.services.answer(projectMessages.updateProject, () => reply);
  const body = { title: 'Wedding', client: 'Anna' };
  const answers = [
    await gateway.json('POST', '/api/projects', { token: iris.token, body }),
    await gateway.json('GET', `/api/projects/${id}`, { token: iris.token }),
    await update(),
  ];
  expect(answers.map(({ headers }) => headers.get('etag'))).toEqual(['"a1"', '"a1"', '"a1"']);
});

test('an If-Match is passed on to the projects service', async () => {
  gateway.services.answer(projectMessages.updateProject, () => ({ project, revision: 'b2' }));
  await update({ 'if-match': '"a1", W/"b2"' });
  await update({ 'if-match': '*' });
  const [tagged, any] = gateway.services.requestsOf(projectMessages.updateProject);
  expect(tagged).toMatchObject({ revisions: ['a1', 'b2'] });
  expect(any).not.toHaveProperty('revisions');
});

test('a conflicting change is answered with the current project, its files and its ETag', async () => {
  gateway.services.answer(projectMessages.updateProject, () => {
    throw new AppError('PROJECT_CHANGED', { project, revision: 'b2' });
  });
  const { status, headers, body } = await update({ 'if-match': '"a1"' });
  expect(status).toBe(412);
  expect(headers.get('etag')).toBe('"b2"');
  expect(body).toEqual({
    success: false,
    error: 'This project was changed in the meantime',
    project: { ...project, files: [file] },
  });
});

test('an If-Match that is too long is refused with a sentence', async () => {
  const { status, body } = await update({ 'if-match': `"${'x'.repeat(2000)}"` });
  expect(status).toBe(400);
  expect(body.error).toBe('The If-Match is too long');
});

test('the front end may send If-Match and read the ETag', async () => {
  const preflight = await fetch(`${gateway.url}/api/projects/${id}`, {
    method: 'OPTIONS',
    headers: { origin: 'http://app.test', 'access-control-request-method': 'PUT' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('If-Match');
  gateway.services.answer(projectMessages.updateProject, () => ({ project, revision: 'b2' }));
  const { headers } = await update({ origin: 'http://app.test' });
  expect(headers.get('access-control-expose-headers')).toContain('ETag');
});
