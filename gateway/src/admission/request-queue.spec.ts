import { Socket } from 'node:net';

import { jest } from '@jest/globals';

import { RequestQueue, WAITING_MAX } from './request-queue.js';

const AT_ONCE = 4;

let queue: RequestQueue;
let client: Socket;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  queue = new RequestQueue(AT_ONCE);
  client = new Socket().setMaxListeners(0);
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Queues `count` tasks; each ends when its function in `begun` is called. */
function come(count: number) {
  const begun: (() => void)[] = [];
  const results = Array.from({ length: count }, (_, index) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const work = () => (begun.push(() => resolve(index)), promise);
    return queue.run(work, client).catch((error: { code: string }) => error.code);
  });
  return { begun, results };
}

test('the queue runs tasks up to its limit at once, and the others in order of arrival', async () => {
  const { begun, results } = come(AT_ONCE + 2);
  await pass(0);
  expect(begun).toHaveLength(AT_ONCE);
  for (const end of begun) {
    end();
    await pass(0);
  }
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a slot is held until its work has ended, although the client has disconnected', async () => {
  const { begun } = come(AT_ONCE);
  await pass(0);
  client.destroy();
  client = new Socket();
  const next = come(1);
  await pass(1_000);
  expect(next.begun).toHaveLength(0);
  begun[0]?.();
  await pass(0);
  expect(next.begun).toHaveLength(1);
});

test('a request whose client disconnects is removed from the queue', async () => {
  come(AT_ONCE);
  const { results } = come(1);
  expect(queue.length).toBe(AT_ONCE + 1);
  client.destroy();
  expect(await results[0]).toBe('UNAVAILABLE');
  expect(queue.length).toBe(AT_ONCE);
});

test('a request waits for ten seconds and is then refused', async () => {
  come(AT_ONCE);
  const { results } = come(1);
  await pass(9_999);
  expect(queue.length).toBe(AT_ONCE + 1);
  await pass(1);
  expect(await results[0]).toBe('UNAVAILABLE');
});

test('a request that waited has all the time it needs once it runs, and gets its own error', async () => {
  const { begun } = come(AT_ONCE);
  const next = come(1);
  const failing = queue.run(() => Promise.reject(new Error('broken')), client);
  const failure = expect(failing).rejects.toThrow('broken');
  begun[0]?.();
  begun[1]?.();
  await pass(20_000);
  next.begun[0]?.();
  expect(await next.results[0]).toBe(0);
  await failure;
});

test('a connection that is kept has no listener of the requests that waited', async () => {
  const { begun } = come(AT_ONCE);
  const { results } = come(1);
  const refused = come(1).results;
  expect(client.listenerCount('close')).toBe(2);
  await pass(10_000);
  await Promise.all([...results, ...refused]);
  expect(client.listenerCount('close')).toBe(0);
  const next = come(1);
  begun[0]?.();
  await pass(0);
  expect(next.begun).toHaveLength(1);
  expect(client.listenerCount('close')).toBe(0);
});

test('all waiting requests can be refused together while running ones continue', async () => {
  const { begun, results } = come(AT_ONCE + 2);
  queue.refuseWaiting();
  begun[0]?.();
  expect(await results[0]).toBe(0);
  expect(await Promise.all(results.slice(AT_ONCE))).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
});

test('a request that arrives while as many wait as may is refused', async () => {
  come(AT_ONCE + WAITING_MAX);
  expect(await come(1).results[0]).toBe('UNAVAILABLE');
});

test('256 callers who each wait for their answer are never refused although answers are slow', async () => {
  const call = async () => {
    for (let time = 0; time < 3; time += 1)
      await queue.run(() => new Promise((resolve) => setTimeout(resolve, 100)), client);
  };
  const callers = Array.from({ length: 256 }, call);
  await pass(20_000);
  expect(await Promise.all(callers)).toHaveLength(256);
});
