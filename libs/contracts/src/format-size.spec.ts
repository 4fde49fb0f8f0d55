import { formatSize, toMegabytes } from './format-size.js';

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1048575, '1 MB'],
  [1234567, '1.18 MB'],
  [1073741824, '1 GB'],
  [2 ** 42, '4096 GB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test('what is needed and what is left never look equal when one is larger', () => {
  const left = 5 * 1024 * 1024 - 1;
  expect(formatSize(left + 1, Math.ceil)).toBe('5 MB');
  expect(formatSize(left, Math.floor)).toBe('4.99 MB');
});

test('megabytes have at most two decimals', () => {
  expect(toMegabytes(1234567)).toBe(1.18);
  expect(toMegabytes(0)).toBe(0);
});
