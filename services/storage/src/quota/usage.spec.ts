import { assertFits } from './usage.js';

const refusal = (expected: object) => expect.objectContaining(expected) as Error;

const usage = { usedBytes: 30, reservedBytes: 20 };

test('files that fill the quota to the last byte fit', () => {
  expect(() => assertFits([{ filename: 'a', size: 50 }], usage, 100)).not.toThrow();
});

test('a refusal names the bytes needed, the bytes left and the file that does not fit', () => {
  const files = [
    { filename: 'fits', size: 50 },
    { filename: 'does not', size: 1 },
    { filename: 'nor this', size: 10 },
  ];
  expect(() => assertFits(files, usage, 100)).toThrow(
    refusal({
      code: 'QUOTA_EXCEEDED',
      details: { needed: 61, available: 50, quota: 100, filename: 'does not' },
    }),
  );
});

test('an owner above a lowered quota has zero bytes left, not a negative number', () => {
  expect(() => assertFits([{ filename: 'a', size: 1 }], usage, 40)).toThrow(
    refusal({ details: expect.objectContaining({ available: 0 }) as unknown }),
  );
});

test('an empty file always fits', () => {
  expect(() => assertFits([{ filename: 'a', size: 0 }], usage, 40)).not.toThrow();
});
