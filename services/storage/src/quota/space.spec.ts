import { refuseWithoutRoom } from './space.js';

const refusal = (expected: object) => expect.objectContaining(expected) as Error;

const taken = { bytes: 50, files: 2 };
const limits = { STORAGE_QUOTA_BYTES: 100, MAX_FILES_PER_USER: 5 };

test('files that fill the quota to the last byte fit', () => {
  expect(() => refuseWithoutRoom([{ filename: 'a', size: 50 }], taken, limits)).not.toThrow();
});

test('a refusal names the bytes needed, the bytes left and the file that does not fit', () => {
  const files = [
    { filename: 'fits', size: 50 },
    { filename: 'does not', size: 1 },
    { filename: 'nor this', size: 10 },
  ];
  expect(() => refuseWithoutRoom(files, taken, limits)).toThrow(
    refusal({
      code: 'QUOTA_EXCEEDED',
      details: { needed: 61, available: 50, quota: 100, filename: 'does not' },
    }),
  );
});

test('an owner above a lowered quota has zero bytes left, not a negative number', () => {
  expect(() =>
    refuseWithoutRoom([{ filename: 'a', size: 1 }], taken, { ...limits, STORAGE_QUOTA_BYTES: 40 }),
  ).toThrow(refusal({ details: expect.objectContaining({ available: 0 }) as unknown }));
});

test('an empty file always fits', () => {
  expect(() =>
    refuseWithoutRoom([{ filename: 'a', size: 0 }], taken, { ...limits, STORAGE_QUOTA_BYTES: 40 }),
  ).not.toThrow();
});

test('as many files fit as an owner may have, and one more is refused with their number', () => {
  const empty = (count: number) =>
    Array.from({ length: count }, () => ({ filename: 'a', size: 0 }));
  expect(() => refuseWithoutRoom(empty(3), taken, limits)).not.toThrow();
  expect(() => refuseWithoutRoom(empty(4), taken, limits)).toThrow(
    refusal({ code: 'FILE_COUNT_EXCEEDED', details: { max: 5 } }),
  );
});
