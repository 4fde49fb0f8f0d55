import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';

import { jest } from '@jest/globals';

import {
  AdmissionControl,
  ALWAYS_ADMITTED,
  AT_ONCE,
  type Part,
  partOf,
} from './admission-control.js';

let control: AdmissionControl;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  control = new AdmissionControl();
});
afterEach(() => {
  control.onApplicationShutdown();
  jest.useRealTimers();
});

const { signal } = new AbortController();
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends `count` requests at once and returns how many were admitted. */
function ask(part: Part, count: number): number {
  let admitted = 0;
  for (let index = 0; index < count && !control.refuses(part); index += 1) {
    admitted += 1;
    void control.run(part, () => after(1_000), signal).catch(() => undefined);
  }
  return admitted;
}

test('256 callers who each wait for their answer are all admitted although the answers are slow', async () => {
  let answered = 0;
  let refused = 0;
  const call = async () => {
    while (!control.refuses('projects')) {
      await control.run('projects', () => after(3_000), signal);
      answered += 1;
      // Network time of the answer and the next request.
      await after(1);
    }
    refused += 1;
  };
  for (let caller = 0; caller < ALWAYS_ADMITTED; caller += 1) void call();
  await pass(60_000);
  expect({ answered, refused }).toEqual({ answered: 20 * AT_ONCE, refused: 0 });
});

test('a larger burst is admitted as a whole, and further requests are refused while it waits for long', async () => {
  expect(ask('projects', 600)).toBe(600);
  await pass(1_001);
  expect(control.refuses('projects')).toBe(true);
});

test('other parts admit requests while one is overloaded', async () => {
  ask('projects', 600);
  await pass(1_001);
  expect(control.refuses('storage')).toBe(false);
});

/** How long refusals that were decided at once are pending, in milliseconds. */
async function pauses(count: number): Promise<number[]> {
  const since = performance.now();
  const response = () => new EventEmitter() as ServerResponse;
  const ended = Array.from({ length: count }, async () => {
    await control.pause(response());
    return performance.now() - since;
  });
  await pass(60_000);
  return Promise.all(ended);
}

test('a refusal is pending for one to three seconds', async () => {
  const [ms] = await pauses(1);
  expect(ms).toBeGreaterThanOrEqual(1_000);
  expect(ms).toBeLessThanOrEqual(3_000);
});

test('with thousands of refusals pending, about a thousand are sent a second', async () => {
  const all = await pauses(8_000);
  const late = all.slice(-1_000);
  const meanMs = late.reduce((sum, ms) => sum + ms, 0) / late.length;
  expect(meanMs).toBeGreaterThan(6_500);
  expect(meanMs).toBeLessThan(8_500);
});

test('no refusal is pending any longer when its client disconnects', async () => {
  const response = new EventEmitter() as ServerResponse;
  const pause = control.pause(response);
  response.emit('close');
  await pause;
});

test('no refusal is pending any longer when the shutdown begins', async () => {
  const response = new EventEmitter() as ServerResponse;
  const pause = control.pause(response);
  control.beforeApplicationShutdown();
  await pause;
  await control.pause(response);
});

test.each([
  ['POST', '/api/auth/login', 'passwords'],
  ['PUT', '/api/auth/profile', 'passwords'],
  ['GET', '/api/auth/profile', 'auth'],
  ['GET', '/api/projects/:id', 'projects'],
  ['GET', '/api/download/:projectId/:file', 'download'],
  ['POST', '/api/upload', 'upload'],
  ['GET', '/health/live', undefined],
])('%s %s belongs to %s', (method, route, part) => {
  expect(partOf(method, route)).toBe(part);
});
