import { setImmediate as pendingWork } from 'node:timers/promises';

import { Logger } from '@nestjs/common';

import { currentContext, withRequestContext } from './logging/request-context.js';
import { PeriodicTask } from './periodic-task.js';

const HOUR_MS = 3_600_000;

class Task extends PeriodicTask {
  constructor(readonly run: () => Promise<unknown>) {
    super(HOUR_MS);
  }
}

beforeAll(() => {
  Logger.overrideLogger(false);
});

/** A task whose runs last until the test ends them. */
function aLongTask() {
  const ends: (() => void)[] = [];
  const task = new Task(() => new Promise<void>((resolve) => void ends.push(resolve)));
  return { ends, task };
}

test('a task runs at the start of its process', async () => {
  let runs = 0;
  const task = new Task(() => Promise.resolve((runs += 1)));
  task.onApplicationBootstrap();
  await task.onModuleDestroy();
  expect(runs).toBe(1);
});

test('a task woken several times runs once at a time and once more afterwards', async () => {
  const { ends, task } = aLongTask();
  for (let count = 0; count < 10; count += 1) task.wake();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await pendingWork();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await pendingWork();
  expect(ends).toHaveLength(2);
  await task.onModuleDestroy();
});

test('a run does not belong to the request that woke the task', async () => {
  const contexts: object[] = [];
  const task = new Task(() => Promise.resolve(contexts.push(currentContext())));
  withRequestContext({ requestId: 'of somebody' }, () => task.wake());
  await task.onModuleDestroy();
  expect(contexts).toEqual([{}]);
});

test('a run that fails does not prevent the next one', async () => {
  let runs = 0;
  const task = new Task(() => Promise.reject(new Error(`run ${(runs += 1)}`)));
  task.wake();
  await pendingWork();
  task.wake();
  await pendingWork();
  expect(runs).toBe(2);
  await task.onModuleDestroy();
});

test('the end of its process waits for the current run, and no other run starts', async () => {
  const { ends, task } = aLongTask();
  task.wake();
  task.wake();
  let isStopped = false;
  const stopping = task.onModuleDestroy().then(() => (isStopped = true));
  await pendingWork();
  expect(isStopped).toBe(false);
  ends[0]?.();
  await stopping;
  task.wake();
  expect(ends).toHaveLength(1);
});
