import { numberedName, withNumber } from './numbered-name.js';

const numbered = (name: string, number: number) => withNumber(numberedName(name), number);

test.each([
  ['photo.jpg', 2, 'photo (2).jpg'],
  ['archive.tar.gz', 3, 'archive.tar (3).gz'],
  ['README', 2, 'README (2)'],
  ['.hidden', 2, '.hidden (2)'],
  ['photo (2).jpg', 2, 'photo (2) (2).jpg'],
])('%s with the number %i is %s', (name, number, expected) => {
  expect(numbered(name, number)).toBe(expected);
});

test('the number of a long name replaces the last characters before its extension', () => {
  const name = numbered(`${'a'.repeat(251)}.jpg`, 12);
  expect(name).toBe(`${'a'.repeat(246)} (12).jpg`);
  expect(name).toHaveLength(255);
});

test('the number never splits a character', () => {
  const name = numbered(`a${'🎉'.repeat(125)}.jpg`, 2);
  expect(name).toBe(`a${'🎉'.repeat(123)} (2).jpg`);
});
