import { MIB } from '@studiolo/contracts';

import { fileSizeOf, formSizeOf } from './declared-size.js';

const MAX = 5 * MIB;
const seen = MAX + 10;
const inMegabytes = (bytes: number) => (bytes / MIB).toFixed(2);

test('a single file that is too large is reported with the size that its form declares', () => {
  const headers = { 'content-length': String(7.25 * MIB + 400) };
  const size = fileSizeOf(headers, { filename: 'a.jpg', field: 'file', seen }, MAX);
  expect(inMegabytes(size)).toBe('7.25');
});

test.each([
  ['one of several files', 'files', { 'content-length': String(20 * MIB) }],
  ['a file sent in chunks', 'file', {}],
])(
  '%s is reported with at least the size that was read, visibly above the limit',
  (_what, field, headers) => {
    const size = fileSizeOf(headers, { filename: 'a.jpg', field, seen }, MAX);
    expect(inMegabytes(size)).toBe('5.01');
  },
);

test('a form is reported with its declared size, or else with the size that was read', () => {
  expect(formSizeOf({ 'content-length': '900' }, 100)).toBe(900);
  expect(formSizeOf({}, 100)).toBe(100);
});
