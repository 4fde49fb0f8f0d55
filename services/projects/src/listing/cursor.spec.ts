import { type ProjectSort, projectSorts } from '@studiolo/contracts';

import { decodeCursor, encodeCursor } from './cursor.js';

const id = '019a0000-0000-7000-8000-000000000001';
const time = '2026-11-21T10:20:30.456Z';
const keys: Partial<Record<ProjectSort, string>> = { title: 'hochzeit 💍 "anna"', status: '3' };

test.each(projectSorts)('a cursor of the order %s decodes to its position', (sort) => {
  const sortKey = keys[sort.replace('-', '') as ProjectSort] ?? time;
  expect(decodeCursor(sort, encodeCursor(sort, { sortKey, id }))).toEqual({ sortKey, id });
});

test('a cursor needs no encoding in a query string', () => {
  expect(encodeCursor('title', { sortKey: 'süß?', id })).toMatch(/^[\w-]+$/);
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');
const position = (...parts: unknown[]) => encoded(JSON.stringify(parts));

test.each<[string, ProjectSort, string]>([
  ['rubbish', 'title', 'rubbish'],
  ['an empty text', 'title', encoded('')],
  ['a position without an id', 'title', position('title')],
  ['a time that is none', '-created_at', position('-created_at', id, 'today')],
  ['a status that is none', 'status', position('status', id, '9')],
  ['an id that is none', 'title', position('title', '1', 'a')],
  ['a position in another order', 'title', position('-title', id, 'a')],
  ['SQL', 'title', position('title', `${id}' OR 1=1`, 'a')],
  ['NUL bytes', 'title', position('title', id, 'a\0')],
  ['half a surrogate pair', 'title', position('title', id, '\ud800')],
  ['a key that is too long', 'title', position('title', id, 'x'.repeat(65))],
  ['bytes that are no UTF-8', 'title', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64url')],
])('%s is refused with a sentence', (_what, sort, cursor) => {
  expect(() => decodeCursor(sort, cursor)).toThrow('This cursor is not valid');
});
