import { fittingPage } from './fitting-page.js';

/** A project whose JSON counts as this many characters. */
const rowOf = (length: number) => ({
  title: 'x'.repeat((length - 300) / 2),
  client: '',
  contact: null,
  description: null,
});
const rows = (...lengths: number[]) => lengths.map(rowOf);

test('a page has as many projects as fit into 900,000 characters', () => {
  const fitting = rows(400_000, 499_000, 1_000);
  expect(fittingPage([...fitting, rowOf(300)], 50)).toEqual(fitting);
  expect(fittingPage(rows(400_000, 500_002), 50)).toHaveLength(1);
});

test('a page has no more projects than were asked for', () => {
  expect(fittingPage(rows(300, 300, 300), 2)).toHaveLength(2);
  expect(fittingPage(rows(300, 300, 900_000), 1)).toHaveLength(1);
  expect(fittingPage(rows(300, 300, 300), 3)).toHaveLength(3);
});

test('every text of a project counts, each character as two', () => {
  const text = 'x'.repeat(112_462);
  const row = { title: text, client: text, contact: text, description: text };
  expect(fittingPage([row, rowOf(300)], 2)).toHaveLength(1);
});
