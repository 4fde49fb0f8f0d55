import { ConcurrencyLimit } from './concurrency-limit.js';

let time: number;
let limit: ConcurrencyLimit;
let inside: ((hasSucceeded: boolean) => void)[];
beforeEach(() => {
  time = 0;
  limit = new ConcurrencyLimit(() => time);
  inside = [];
});

/** How many of so many are let in. */
const enter = (count: number) => {
  const entered = Array.from({ length: count }, () => limit.enter('list'));
  const admitted = entered.filter((leave) => leave !== undefined);
  inside.push(...admitted);
  return admitted.length;
};
const leave = (count: number) => {
  for (const one of inside.splice(0, count)) one(true);
};

/** Requests one after the other that each take so long. */
const serve = (count: number, tookMs: number, hasSucceeded = true) => {
  for (let index = 0; index < count; index += 1) {
    const left = limit.enter('list');
    time += tookMs;
    left?.(hasSucceeded);
  }
};

test('a burst is taken in whole', () => {
  expect(enter(500)).toBe(500);
});

test('a burst has its end, so that memory is bounded', () => {
  expect(enter(5_000)).toBe(1_000);
});

test('a crowd that lasts is turned away', () => {
  enter(500);
  time = 1_001;
  expect(enter(10)).toBe(0);
  leave(400);
  expect(enter(10)).toBe(0);
});

test('a lasting overload is not one burst after the other', () => {
  enter(500);
  time = 1_001;
  enter(10);
  // All end quickly enough to leave the limit as it is, and as many want in again.
  leave(500);
  expect(enter(500)).toBeLessThanOrEqual(64);
  time = 2_500;
  expect(enter(500)).toBe(0);
});

test('after some calm, a burst is a burst again', () => {
  enter(500);
  leave(500);
  serve(1_000, 10);
  expect(enter(500)).toBe(500);
});

test('up to sixty-four at once are served for ever', () => {
  enter(63);
  time = 60_000;
  expect(enter(1)).toBe(1);
});

test('while requests are slow, fewer are let in beside each other, and again more when they are quick', () => {
  /** Whether one more is let in beside so many, when the burst of a crowd is over. */
  const isLetInBeside = (count: number) => {
    enter(100);
    time += 1_001;
    leave(inside.length - count);
    const isLetIn = enter(1) === 1;
    leave(inside.length);
    time += 10_000;
    return isLetIn;
  };
  serve(100, 20);
  enter(8);
  serve(1_000, 101);
  leave(8);
  expect(isLetInBeside(9)).toBe(false);
  expect(isLetInBeside(7)).toBe(true);
  serve(1_000, 20);
  expect(isLetInBeside(16)).toBe(true);
});

test('a part that may not fall is let in as ever, however slow it is', () => {
  limit = new ConcurrencyLimit(() => time, 64);
  serve(100, 20);
  enter(8);
  serve(1_000, 1_500);
  enter(55);
  time += 60_000;
  expect(enter(1)).toBe(1);
});

test('an outage, in which requests fail slowly, leaves the limit as it is', () => {
  serve(100, 20);
  enter(8);
  serve(1_000, 1_500, false);
  enter(55);
  time += 60_000;
  expect(enter(1)).toBe(1);
});

test('what always takes long is not slow', () => {
  serve(1_000, 800);
  enter(63);
  time = 10_000_000;
  expect(enter(1)).toBe(1);
});

test('whoever leaves twice has left once', () => {
  const left = limit.enter('list');
  left?.(true);
  left?.(true);
  enter(64);
  time = 10_000;
  enter(1);
  time = 11_001;
  expect(enter(1)).toBe(0);
});
