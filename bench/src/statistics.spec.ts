import { median, quantile, ratiosByRound, spreadOf, turned } from './statistics.ts';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %p is %p', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('the median of nothing is not a number', () => {
  expect(median([])).toBeNaN();
});

test('a quantile between two values is taken in proportion', () => {
  expect(quantile([10, 20, 30, 40, 50], 0.25)).toBe(20);
  expect(quantile([10, 20], 0.99)).toBeCloseTo(19.9);
});

test('the spread is the median with its quartiles, in whatever order the values came', () => {
  expect(spreadOf([50, 10, 40, 20, 30])).toEqual({ median: 30, low: 20, high: 40 });
});

test('the values that are given stay in their order', () => {
  const values = [3, 1, 2];
  spreadOf(values);
  expect(values).toEqual([3, 1, 2]);
});

test('ratios are taken within a round', () => {
  expect(ratiosByRound([10, 40], [5, 10])).toEqual([2, 4]);
});

test('a round without one of the two values has no ratio', () => {
  expect(ratiosByRound([10, undefined, 30, 5], [5, 10, undefined, 0])).toEqual([2]);
});

test('each round begins with the next member, and after the last one with the first again', () => {
  const members = ['a', 'b', 'c'];
  expect([0, 1, 2, 3].map((round) => turned(members, round).join(''))).toEqual([
    'abc',
    'bca',
    'cab',
    'abc',
  ]);
});

test('no members give an empty order', () => {
  expect(turned([], 3)).toEqual([]);
});
