import { Logger } from '@nestjs/common';

import { Shutdown } from './shutdown.js';

Logger.overrideLogger(false);

/** Resolves with the code the process would have ended with. */
function shutdownOf(closers: (() => Promise<unknown>)[], timeoutMs = 60_000): Promise<number> {
  return new Promise((resolve) => {
    const shutdown = new Shutdown(timeoutMs, resolve);
    for (const close of closers) shutdown.add(close);
    process.emit('SIGTERM');
  });
}

afterEach(() => {
  process.removeAllListeners('SIGTERM');
  process.removeAllListeners('SIGINT');
});

test('a process that has opened nothing yet ends with 0', async () => {
  expect(await shutdownOf([])).toBe(0);
});

test('closers run one after the other, the last one added first', async () => {
  const closed: string[] = [];
  const closer = (name: string) => async () => {
    await Promise.resolve();
    closed.push(name);
  };
  expect(await shutdownOf([closer('ops'), closer('app')])).toBe(0);
  expect(closed).toEqual(['app', 'ops']);
});

test('a closer that fails does not prevent the others', async () => {
  const closed: string[] = [];
  const fails = () => Promise.reject(new Error('failed'));
  const throws = () => {
    throw new Error('thrown');
  };
  const closes = () => Promise.resolve(closed.push('ops'));
  expect(await shutdownOf([closes, fails, throws])).toBe(0);
  expect(closed).toEqual(['ops']);
});

test('the watchdog ends a process that never closes, with code 1', async () => {
  expect(await shutdownOf([() => new Promise(() => undefined)], 20)).toBe(1);
});

test('a second signal changes nothing', async () => {
  let closings = 0;
  const close = () => {
    closings += 1;
    process.emit('SIGINT');
    process.emit('SIGTERM');
    return Promise.resolve();
  };
  expect(await shutdownOf([close])).toBe(0);
  expect(closings).toBe(1);
});
