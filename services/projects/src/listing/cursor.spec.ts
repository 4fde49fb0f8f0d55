import { decodeCursor, encodeCursor } from './cursor.js';

const position = {
  createdAt: '2026-11-21T10:20:30.456Z',
  id: '019a0000-0000-7000-8000-000000000001',
};

test('a cursor decodes to the position it was made from', () => {
  expect(decodeCursor(encodeCursor(position))).toEqual({
    createdAt: new Date(position.createdAt),
    id: position.id,
  });
});

test('a cursor needs no encoding in a query string', () => {
  expect(encodeCursor(position)).toMatch(/^[\w-]+$/);
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  ['rubbish', 'rubbish'],
  ['an empty text', encoded('')],
  ['a position without an id', encoded('1763720430456')],
  ['a time that is no number', encoded(`today ${position.id}`)],
  ['a time beyond what PostgreSQL keeps', encoded(`${'9'.repeat(17)} ${position.id}`)],
  ['a negative time', encoded(`-1 ${position.id}`)],
  ['an id that is none', encoded('1763720430456 1')],
  ['a second line', encoded(`1763720430456 ${position.id}\nmore`)],
  ['SQL', encoded(`1763720430456 ${position.id}' OR 1=1`)],
  ['NUL bytes', encoded('\0\0\0')],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64url')],
])('%s is refused with a sentence', (_what, cursor) => {
  expect(() => decodeCursor(cursor)).toThrow('This cursor is not valid');
});
