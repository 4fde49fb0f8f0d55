import { performance } from 'node:perf_hooks';

import { jest } from '@jest/globals';

/** Plain JavaScript, which has no types. */
const REST = './rest.mjs';
const TEN_MINUTES_MS = 600_000;
const collect = jest.fn();
let utilization = 0;

beforeAll(async () => {
  jest.useFakeTimers();
  globalThis.gc = collect as unknown as NodeJS.GCFunction;
  jest
    .spyOn(performance, 'eventLoopUtilization')
    .mockImplementation(() => ({ idle: 0, active: 0, utilization }));
  await import(REST);
});
beforeEach(() => collect.mockClear());
afterAll(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a process of npm start', () => {
  test('gives garbage back every two minutes while it does next to nothing', () => {
    utilization = 0.03;
    jest.advanceTimersByTime(TEN_MINUTES_MS);
    expect(collect).toHaveBeenCalledTimes(5);
  });

  test('is not interrupted while it works', () => {
    utilization = 0.5;
    jest.advanceTimersByTime(TEN_MINUTES_MS);
    expect(collect).not.toHaveBeenCalled();
  });
});
