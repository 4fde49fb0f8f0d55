import { cut, shorten, splitName } from './shorten.js';

test.each([
  ['a.png', 'a', '.png'],
  ['film.tar.gz', 'film.tar', '.gz'],
  ['.htaccess', '.htaccess', ''],
  ['README', 'README', ''],
  [`a.${'x'.repeat(31)}`, 'a', `.${'x'.repeat(31)}`],
  [`a.${'x'.repeat(32)}`, `a.${'x'.repeat(32)}`, ''],
])('%s has the stem %s and the extension %j', (name, stem, extension) => {
  expect(splitName(name)).toEqual({ stem, extension });
});

test.each([
  ['a name that fits', 'abcd.png', 8, 'abcd.png'],
  ['a longer one', 'abcde.png', 8, 'abcd.png'],
  ['one that would end in half a character', 'abc🎞.png', 8, 'abc.png'],
])('%s is shortened before its extension', (_what, name, length, short) => {
  expect(shorten(name, length)).toBe(short);
});

test.each([
  ['abc', 2, 'ab'],
  ['a🎞', 3, 'a🎞'],
  ['a🎞', 2, 'a'],
  ['a\uffffb', 2, 'a\uffff'],
])('%j is cut to %d as %j', (text, length, short) => {
  expect(cut(text, length)).toBe(short);
});
