import { setImmediate as pendingWork } from 'node:timers/promises';

import { Logger } from '@nestjs/common';

import { PeriodicTask } from './periodic-task.js';

const HOUR_MS = 3_600_000;

beforeAll(() => {
  Logger.overrideLogger(false);
});

/** A job that takes until it is told to end. */
function aLongJob() {
  const ends: (() => void)[] = [];
  const job = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { ends, job };
}

test('a task runs at once when it is started', async () => {
  let runs = 0;
  const task = new PeriodicTask('test', () => Promise.resolve((runs += 1)), HOUR_MS);
  task.start();
  await task.stop();
  expect(runs).toBe(1);
});

test('however often it is woken, it runs once at a time and once more afterwards', async () => {
  const { ends, job } = aLongJob();
  const task = new PeriodicTask('test', job, HOUR_MS);
  for (let count = 0; count < 10; count += 1) task.wake();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await pendingWork();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await pendingWork();
  expect(ends).toHaveLength(2);
  await task.stop();
});

test('a run that fails does not keep the next one from running', async () => {
  let runs = 0;
  const task = new PeriodicTask(
    'test',
    () => Promise.reject(new Error(`run ${(runs += 1)}`)),
    HOUR_MS,
  );
  task.wake();
  await pendingWork();
  task.wake();
  await pendingWork();
  expect(runs).toBe(2);
  await task.stop();
});

test('stopping waits for the run that has begun and lets no other begin', async () => {
  const { ends, job } = aLongJob();
  const task = new PeriodicTask('test', job, HOUR_MS);
  task.wake();
  task.wake();
  let isStopped = false;
  const stopping = task.stop().then(() => (isStopped = true));
  await pendingWork();
  expect(isStopped).toBe(false);
  ends[0]?.();
  await stopping;
  task.wake();
  expect(ends).toHaveLength(1);
});
