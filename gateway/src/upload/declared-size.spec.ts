import { MIB } from '@studiolo/contracts';

import { fileSizeOf, formSizeOf } from './declared-size.js';

const MAX = 5 * MIB;
const seen = MAX + 10;
const inMegabytes = (bytes: number) => (bytes / MIB).toFixed(2);

test('a single file that is too large has the size its form declares', () => {
  const headers = { 'content-length': String(7.25 * MIB + 400) };
  const size = fileSizeOf(headers, { filename: 'a.jpg', field: 'file', seen }, MAX);
  expect(inMegabytes(size)).toBe('7.25');
});

test.each([
  ['one of several files', 'files', { 'content-length': String(20 * MIB) }],
  ['a file sent in chunks', 'file', {}],
])('%s has at least the size that was seen, visibly above the limit', (_what, field, headers) => {
  const size = fileSizeOf(headers, { filename: 'a.jpg', field, seen }, MAX);
  expect(inMegabytes(size)).toBe('5.01');
});

test('a form has its declared size, or what was seen of it', () => {
  expect(formSizeOf({ 'content-length': '900' }, 100)).toBe(900);
  expect(formSizeOf({}, 100)).toBe(100);
});
