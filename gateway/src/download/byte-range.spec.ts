import { byteRange } from './byte-range.js';

test.each([
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['BYTES=0-1', { first: 0, last: 1 }],
  ['bytes=900-', { first: 900, last: 999 }],
  ['bytes=900-5000', { first: 900, last: 999 }],
  ['bytes=-10', { first: 990, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
])('%s of 1000 bytes selects a part', (header, range) => {
  expect(byteRange(header, 1000)).toEqual(range);
});

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-3', 'bytes=0-1,4-5', 'items=0-1', 'x'])(
  '%p asks for the whole file',
  (header) => {
    expect(byteRange(header, 1000)).toBeUndefined();
  },
);

test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0'])('%s cannot be satisfied', (header) => {
  expect(byteRange(header, 1000)).toBe('unsatisfiable');
});
