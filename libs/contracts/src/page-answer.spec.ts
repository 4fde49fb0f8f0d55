import { z } from 'zod';

import * as auth from './http/auth.js';
import { operations } from './http/operations.js';
import * as projects from './http/projects.js';
import * as storage from './http/storage.js';
import { pageAnswerSchema } from './page-answer.js';

const user = { name: 'Ada', email: 'ada@example.com' };
const project = { id: 'p', title: 'Ridge', client: 'Alpine', status: 'todo', created_at: '' };
const { signupOperation, updateProfileOperation, listSessionsOperation } = auth;

it.each<[string, z.ZodType, object, object]>([
  [
    'a list without a cursor',
    projects.listProjectsOperation.answer,
    { projects: [] },
    { next_cursor: null },
  ],
  [
    'usage without limits',
    storage.storageUsageOperation.answer,
    { total_storage_bytes: 7, total_storage_mb: 0, total_files: 1, projects: [] },
    { quota_bytes: 5 * 1024 * 1024, max_file_bytes: 5 * 1024 * 1024 },
  ],
  ['a user of name and email', signupOperation.answer, { token: 't', user }, { token: 't' }],
  [
    'a verification that is required',
    signupOperation.answer,
    { email_verification_required: true, email: 'ada@example.com' },
    { email: 'ada@example.com' },
  ],
  ['an action without content', projects.deleteProjectOperation.answer, {}, {}],
  ['an upload without content', storage.uploadOperation.answer, {}, { files: [] }],
  ['unknown fields', updateProfileOperation.answer, { user, extra: 1 }, { message: '' }],
  [
    'null for a field that can be missing',
    projects.getProjectOperation.answer,
    { project: { ...project, files: null, description: null } },
    { project: { files: [], contact: null } },
  ],
])('a page accepts %s', (_what, promised, content, expected) => {
  expect(pageAnswerSchema(promised).parse(content)).toMatchObject(expected);
});

it.each([
  { id: '7', status: 'archived' },
  { id: 7, status: 'DONE' },
  { created_at: '2026-11-02T08:00:00+00:00' },
])('a page reads a project with %j', (fields) => {
  const answer = pageAnswerSchema(projects.listProjectsOperation.answer);
  const [read] = answer.parse({ projects: [{ ...project, ...fields }] }).projects;
  const expected = { ...fields, ...('id' in fields && { id: '7' }) };
  expect(read).toMatchObject(expected);
});

it('a page reads a file of which only the name is known', () => {
  const answer = pageAnswerSchema(projects.getProjectOperation.answer);
  const { project: read } = answer.parse({
    project: { ...project, files: [{ filename: 'a.png' }] },
  });
  expect(read.files).toEqual([{ filename: 'a.png', size: 0, content_type: '', created_at: '' }]);
});

it('a row that cannot be read leaves the others', () => {
  const answer = pageAnswerSchema(projects.listProjectsOperation.answer);
  const { projects: read } = answer.parse({ projects: [{ id: 'q' }, null, project] });
  expect(read.map(({ id }) => id)).toEqual(['p']);
});

it.each<[string, z.ZodType, object]>([
  ['a list that is none', projects.listProjectsOperation.answer, { projects: {} }],
  ['a sign-in without a token', auth.loginOperation.answer, { user }],
  ['a user without an email', auth.loginOperation.answer, { token: 't', user: { name: 'Ada' } }],
  ['sessions without ids', listSessionsOperation.answer, {}],
])('a page cannot do with %s', (_what, promised, content) => {
  expect(pageAnswerSchema(promised).safeParse(content).success).toBe(false);
});

it('the server still promises every field', () => {
  expect(projects.listProjectsOperation.answer.safeParse({ projects: [] }).success).toBe(false);
  expect(auth.loginOperation.answer.safeParse({ token: 't', user }).success).toBe(false);
});

it('a page can read the answer of every call', () => {
  const answers = operations.map(({ answer }) => answer);
  for (const answer of answers) {
    if (typeof answer !== 'string') expect(pageAnswerSchema(answer)).toBeInstanceOf(z.ZodType);
  }
});
