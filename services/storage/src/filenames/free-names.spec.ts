import { chooseFreeNames } from './free-names.js';

/** A project that has some names, and counts the questions it is asked. */
function aProjectWith(...names: string[]) {
  const taken = new Set(names);
  const project = {
    questions: 0,
    findTaken: (wanted: string[]) => {
      project.questions += 1;
      return Promise.resolve(new Set(wanted.filter((name) => taken.has(name))));
    },
  };
  return project;
}

test('free names are kept, and one question is enough for all of them', async () => {
  const project = aProjectWith('other.jpg');
  expect(await chooseFreeNames(['a.jpg', 'b.jpg'], project.findTaken)).toEqual(['a.jpg', 'b.jpg']);
  expect(project.questions).toBe(1);
});

test('a taken name gets the first free number', async () => {
  const { findTaken } = aProjectWith('a.jpg', 'a (2).jpg', 'a (4).jpg');
  expect(await chooseFreeNames(['a.jpg'], findTaken)).toEqual(['a (3).jpg']);
});

test('equal names of one upload are told apart', async () => {
  const { findTaken } = aProjectWith();
  expect(await chooseFreeNames(['a.jpg', 'a.jpg', 'a (2).jpg', 'a.jpg'], findTaken)).toEqual([
    'a.jpg',
    'a (2).jpg',
    'a (2) (2).jpg',
    'a (3).jpg',
  ]);
});

test('letter case tells names apart', async () => {
  const { findTaken } = aProjectWith('A.jpg');
  expect(await chooseFreeNames(['a.jpg'], findTaken)).toEqual(['a.jpg']);
});

test('the ten-thousandth file of a name takes five questions', async () => {
  const numbers = Array.from({ length: 9_998 }, (_, index) => `a (${index + 2}).jpg`);
  const project = aProjectWith('a.jpg', ...numbers);
  expect(await chooseFreeNames(['a.jpg'], project.findTaken)).toEqual(['a (10000).jpg']);
  expect(project.questions).toBe(5);
});
