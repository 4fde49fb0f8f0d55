import { chooseFreeNames } from './free-names.js';
import { withNumber } from './numbered-name.js';

/** A project with these names that counts look-ups. */
function aProjectWith(...names: string[]) {
  const taken = new Set(names);
  const project = {
    lookUps: 0,
    choose: (...wanted: string[]) =>
      chooseFreeNames(wanted, taken, (name, after) => {
        project.lookUps += 1;
        let number = after + 1;
        while (taken.has(withNumber(name, number))) number += 1;
        return Promise.resolve(number);
      }),
  };
  return project;
}

test('free names are kept without a look-up', async () => {
  const project = aProjectWith('other.jpg');
  expect(await project.choose('a.jpg', 'b.jpg')).toEqual(['a.jpg', 'b.jpg']);
  expect(project.lookUps).toBe(0);
});

test('a taken name gets a free number', async () => {
  const project = aProjectWith('a.jpg', 'a (2).jpg', 'a (4).jpg');
  expect(await project.choose('a.jpg')).toEqual(['a (3).jpg']);
});

test('equal names in one upload get different numbers', async () => {
  const project = aProjectWith();
  expect(await project.choose('a.jpg', 'a.jpg', 'a (2).jpg', 'a.jpg')).toEqual([
    'a.jpg',
    'a (2).jpg',
    'a (2) (2).jpg',
    'a (3).jpg',
  ]);
});

test('a numbered name that the upload itself contains is skipped', async () => {
  const project = aProjectWith('a.jpg');
  expect(await project.choose('a (2).jpg', 'a.jpg')).toEqual(['a (2).jpg', 'a (3).jpg']);
});

test('names that differ in letter case are different', async () => {
  const project = aProjectWith('A.jpg');
  expect(await project.choose('a.jpg')).toEqual(['a.jpg']);
});

test('each name takes one look-up', async () => {
  const project = aProjectWith('a.jpg', 'a (2).jpg', 'b.jpg');
  expect(await project.choose('a.jpg', 'a.jpg', 'b.jpg')).toHaveLength(3);
  expect(project.lookUps).toBe(3);
});
