import { matchesFilter } from './project-list-filter';

const project = { title: 'Ridge at Dawn', client: 'Alpine Press', status: 'done' as const };

it.each([
  ['', ''],
  ['ridge', ''],
  ['PRESS', ''],
  ['', 'completed'],
  ['dawn', 'done'],
])('finds the project by search "%s" and status "%s"', (search, status) => {
  expect(matchesFilter({ search, status }, project)).toBe(true);
});

it.each([
  ['sea', ''],
  ['', 'todo'],
  ['', 'active'],
  ['ridge', 'blocked'],
])('does not find the project by search "%s" and status "%s"', (search, status) => {
  expect(matchesFilter({ search, status }, project)).toBe(false);
});
