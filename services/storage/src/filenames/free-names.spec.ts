import { chooseFreeNames } from './free-names.js';

/** A project that has some names, and counts the questions it is asked. */
function aProjectWith(...names: string[]) {
  const taken = new Set(names);
  const project = {
    questions: 0,
    choose: (...wanted: string[]) =>
      chooseFreeNames(
        wanted.map((filename) => ({ filename, isNameTaken: taken.has(filename) })),
        project.findTaken,
      ),
    findTaken: (wanted: string[]) => {
      project.questions += 1;
      return Promise.resolve(new Set(wanted.filter((name) => taken.has(name))));
    },
  };
  return project;
}

test('free names are kept without a question', async () => {
  const project = aProjectWith('other.jpg');
  expect(await project.choose('a.jpg', 'b.jpg')).toEqual(['a.jpg', 'b.jpg']);
  expect(project.questions).toBe(0);
});

test('a taken name gets the first free number', async () => {
  const project = aProjectWith('a.jpg', 'a (2).jpg', 'a (4).jpg');
  expect(await project.choose('a.jpg')).toEqual(['a (3).jpg']);
});

test('equal names of one upload are told apart', async () => {
  const project = aProjectWith();
  expect(await project.choose('a.jpg', 'a.jpg', 'a (2).jpg', 'a.jpg')).toEqual([
    'a.jpg',
    'a (2).jpg',
    'a (2) (2).jpg',
    'a (3).jpg',
  ]);
});

test('letter case tells names apart', async () => {
  const project = aProjectWith('A.jpg');
  expect(await project.choose('a.jpg')).toEqual(['a.jpg']);
});

test('the ten-thousandth file of a name takes four questions', async () => {
  const numbers = Array.from({ length: 9_998 }, (_, index) => `a (${index + 2}).jpg`);
  const project = aProjectWith('a.jpg', ...numbers);
  expect(await project.choose('a.jpg')).toEqual(['a (10000).jpg']);
  expect(project.questions).toBe(4);
});
