import { ConcurrencyLimit } from './concurrency-limit.js';

let time: number;
let limit: ConcurrencyLimit;
beforeEach(() => {
  time = 0;
  limit = new ConcurrencyLimit(() => time);
});

const enter = (count: number) =>
  Array.from({ length: count }, () => limit.enter()).filter(Boolean).length;
const leave = (count: number) => {
  for (let index = 0; index < count; index += 1) limit.leave();
};

test('a burst is taken in whole', () => {
  expect(enter(500)).toBe(500);
});

test('a burst has its end, so that memory is bounded', () => {
  expect(enter(5_000)).toBe(1_000);
});

test('a crowd that lasts is turned away down to a number that can be served', () => {
  enter(500);
  time = 1_001;
  expect(enter(10)).toBe(0);
  leave(436);
  expect(enter(10)).toBe(0);
  leave(1);
  expect(enter(10)).toBeGreaterThan(0);
});

test('up to sixty-four at once are served for ever', () => {
  enter(63);
  time = 60_000;
  expect(enter(1)).toBe(1);
});
