import { errorSentence, errorStatus, isWireError } from './errors.js';

test('a file over the limit is refused in the words of the product', () => {
  const error = {
    code: 'FILE_TOO_LARGE',
    details: { filename: 'a.jpg', size: 6_000_000, max: 5_242_880 },
  } as const;
  expect(errorSentence(error)).toBe('File too large: 5.72MB (max 5MB)');
  expect(errorStatus(error.code)).toBe(413);
});

test('a file one byte over the limit reads as larger than the limit', () => {
  const max = 5_242_880;
  const error = {
    code: 'FILE_TOO_LARGE',
    details: { filename: 'a.jpg', size: max + 1, max },
  } as const;
  expect(errorSentence(error)).toBe('File too large: 5.01MB (max 5MB)');
});

test('a full quota is refused with the numbers', () => {
  expect(
    errorSentence({
      code: 'QUOTA_EXCEEDED',
      details: { needed: 2_097_152, available: 1_048_576, quota: 5_242_880 },
    }),
  ).toBe('Not enough storage space: 2 MB needed, 1 MB of 5 MB left');
});

test.each([null, 'INTERNAL', { code: 'toString', details: {} }, { code: 'INTERNAL' }])(
  '%p is not an error of the table',
  (value) => {
    expect(isWireError(value)).toBe(false);
  },
);
