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

test('no refusal is pending any longer when the shutdown begins', async () => {
  const pause = control.pause(60_000);
  control.beforeApplicationShutdown();
  await pause;
  await control.pause(60_000);
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
