import { freeNames } from './free-names.js';

test.each([
  ['free names stay', 'a.jpg, b.jpg', 'other.jpg', 'a.jpg, b.jpg'],
  ['a taken name gets the lowest free number', 'a.jpg', 'a.jpg, a (2).jpg, a (4).jpg', 'a (3).jpg'],
  [
    'a year in parentheses does not raise the number',
    'Wedding.jpg',
    'Wedding.jpg, Wedding (2023).jpg',
    'Wedding (2).jpg',
  ],
  [
    'equal names in one upload get different numbers',
    'a.jpg, a.jpg, a (2).jpg, a.jpg',
    'b.jpg',
    'a.jpg, a (2).jpg, a (2) (2).jpg, a (3).jpg',
  ],
  [
    'a numbered name that the upload itself has is skipped',
    'a (2).jpg, a.jpg',
    'a.jpg',
    'a (2).jpg, a (3).jpg',
  ],
  ['letter case distinguishes names', 'a.jpg', 'A.jpg', 'a.jpg'],
])('%s', (_what, wanted, taken, expected) => {
  expect(freeNames(wanted.split(', '), taken.split(', '))).toEqual(expected.split(', '));
});

test('the number of a long name replaces the last characters before its extension', () => {
  const name = `${'a'.repeat(251)}.jpg`;
  const twelve = freeNames(Array<string>(12).fill(name), []).at(-1);
  expect(twelve).toBe(`${'a'.repeat(246)} (12).jpg`);
  expect(twelve).toHaveLength(255);
});

test('the number never splits a character', () => {
  const name = `a${'🎉'.repeat(125)}.jpg`;
  expect(freeNames([name], [name])).toEqual([`a${'🎉'.repeat(123)} (2).jpg`]);
});

test('a name that is taken ten thousand times gets the next number', () => {
  const taken = freeNames(Array<string>(10_000).fill('a.jpg'), []);
  expect(freeNames(['a.jpg'], taken)).toEqual(['a (10001).jpg']);
});
