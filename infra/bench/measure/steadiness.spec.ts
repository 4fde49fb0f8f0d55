import { Steadiness } from './steadiness.ts';

/** After how many values a figure counts as steady. */
function steadyAfter(values: number[]): number | undefined {
  const steadiness = new Steadiness();
  const at = values.findIndex((value) => {
    steadiness.note(value);
    return steadiness.isReached;
  });
  return at === -1 ? undefined : at + 1;
}

test.each([
  ['that stays where it was', [10, 10, 10, 10, 10], 4],
  ['that falls at first', [20, 15, 12, 10, 10, 10, 10], 7],
  ['that rises', [10, 11, 12, 13], 4],
  ['that falls a little each time', [100, 99, 98, 97, 96, 95, 94, 93], undefined],
  ['that falls once more after a pause', [20, 20, 20, 10, 10, 10, 10], 7],
  ['that goes up and down', [10, 10.1, 9.9, 10.1], 4],
])('a figure %s is steady after %p: %p', (_what, values, count) => {
  expect(steadyAfter(values)).toBe(count);
});
