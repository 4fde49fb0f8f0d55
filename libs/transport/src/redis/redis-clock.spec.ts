import { jest } from '@jest/globals';
import type { Redis } from 'ioredis';

import { RedisClock } from './redis-clock.js';

let processMs: number;
let clock: RedisClock;

beforeEach(() => {
  processMs = 1_000;
  clock = new RedisClock();
  jest.spyOn(performance, 'now').mockImplementation(() => processMs);
  jest.spyOn(Date, 'now').mockImplementation(() => processMs + 70_000);
});
afterEach(() => jest.restoreAllMocks());

/** Asks a Redis that reads `redisMs` in the middle of the round trip. */
async function sample(redisMs: number, roundTripMs: number): Promise<void> {
  const time = () => {
    processMs += roundTripMs;
    return Promise.resolve([Math.floor(redisMs / 1_000), (redisMs % 1_000) * 1_000]);
  };
  await clock.sample({ time } as unknown as Redis);
}

test('the time of Redis goes on from the middle of the round trip', async () => {
  await sample(5_000_250, 20);
  expect(clock.now()).toBe(5_000_260);
  processMs += 500;
  expect(clock.now()).toBe(5_000_760);
});

test('a time of Redis is told by the clock of the process', async () => {
  await sample(5_000_250, 20);
  expect(clock.toLocal(clock.now() + 100.4)).toBe(Date.now() + 100);
});

test.each([
  ['about as quick as the one before', 'replaces it', 21, 0, 900_010.5],
  ['much slower', 'is ignored', 22, 0, 100_027],
  ['much slower', 'replaces one of 10 s ago', 22, 10_000, 900_011],
])('a sample that is %s %s', async (_how, _what, roundTripMs, pauseMs, expected) => {
  await sample(100_000, 10);
  processMs += pauseMs;
  await sample(900_000, roundTripMs);
  expect(clock.now()).toBe(expected);
});

test('a slow sample of a new connection replaces any before', async () => {
  await sample(100_000, 10);
  clock.invalidate();
  await sample(900_000, 500);
  expect(clock.now()).toBe(900_250);
});
