import * as z from 'zod/mini';

import { listSessionsOperation, loginOperation, signupOperation } from './http/auth.js';
import { operations } from './http/operations.js';
import * as projects from './http/projects.js';
import { storageUsageOperation, uploadOperation } from './http/storage.js';
import { pageAnswerSchema } from './page-answer.js';

const user = { name: 'Ada', email: 'ada@example.com' };
const project = { id: 'p', title: 'Ridge', client: 'Alpine', status: 'todo', created_at: '' };
const list = projects.listProjectsOperation.answer;
const one = projects.getProjectOperation.answer;
const done = projects.deleteProjectOperation.answer;
const [signup, login] = [signupOperation.answer, loginOperation.answer];
const usage = { total_storage_bytes: 7, total_storage_mb: 0, total_files: 1, projects: [] };
const limits = { quota_bytes: 5 * 1024 * 1024, max_file_bytes: 5 * 1024 * 1024 };
const unverified = { email_verification_required: true, email: user.email };
const sparse = { ...project, files: null, description: null };

it.each<[string, z.ZodMiniType, object, object]>([
  ['a list without a cursor', list, { projects: [] }, { next_cursor: null }],
  ['usage without limits', storageUsageOperation.answer, usage, limits],
  ['a user of name and email', signup, { token: 't', user }, { token: 't' }],
  ['a verification that is required', signup, unverified, { email: user.email }],
  ['an action without content', done, {}, {}],
  ['an upload without content', uploadOperation.answer, {}, { files: [] }],
  ['unknown fields', done, { extra: 1 }, { message: '' }],
  ['null for a missing field', one, { project: sparse }, { project: { files: [], contact: null } }],
])('a page accepts %s', (_what, promised, content, expected) => {
  expect(pageAnswerSchema(promised).parse(content)).toMatchObject(expected);
});

it.each([
  { id: '7', status: 'archived' },
  { id: 7, status: 'DONE' },
  { created_at: '2026-11-02T08:00:00+00:00' },
])('a page reads a project with %j', (fields) => {
  const [read] = pageAnswerSchema(list).parse({ projects: [{ ...project, ...fields }] }).projects;
  const expected = { ...fields, ...('id' in fields && { id: '7' }) };
  expect(read).toMatchObject(expected);
});

it('a page reads a file of which only the name is known', () => {
  const content = { project: { ...project, files: [{ filename: 'a.png' }] } };
  const { project: read } = pageAnswerSchema(one).parse(content);
  const unknown = { size: 0, sha256: null, damage: null, content_type: '', created_at: '' };
  expect(read.files).toEqual([{ filename: 'a.png', ...unknown }]);
});

it('a row that cannot be read leaves the others', () => {
  const content = { projects: [{ id: 'q' }, null, project] };
  const { projects: read } = pageAnswerSchema(list).parse(content);
  expect(read.map(({ id }) => id)).toEqual(['p']);
});

it.each<[string, z.ZodMiniType, object]>([
  ['a list that is none', list, { projects: {} }],
  ['a sign-in without a token', login, { user }],
  ['a user without an email', login, { token: 't', user: { name: 'Ada' } }],
  ['sessions without ids', listSessionsOperation.answer, {}],
])('a page cannot do with %s', (_what, promised, content) => {
  expect(pageAnswerSchema(promised).safeParse(content).success).toBe(false);
});

it('the server still promises every field', () => {
  expect(list.safeParse({ projects: [] }).success).toBe(false);
  expect(login.safeParse({ token: 't', user }).success).toBe(false);
});

it('a page can read the answer of every call', () => {
  for (const { answer } of operations)
    if (typeof answer !== 'string') expect(pageAnswerSchema(answer)).toBeInstanceOf(z.ZodMiniType);
});

it('a page has no way to read an answer of another kind', () => {
  expect(() => pageAnswerSchema(z.object({ count: z.bigint() }))).toThrow(
    'Pages read no answers of type bigint',
  );
});
