import { jest } from '@jest/globals';

import { HealthRegistry } from './health-registry.js';

test('one dependency that is down makes the process unhealthy, and is named', async () => {
  const registry = new HealthRegistry();
  registry.register('database', () => Promise.resolve());
  registry.register('redis', () => Promise.reject(new Error('away')));
  expect(await registry.report()).toEqual({
    healthy: false,
    checks: { database: 'up', redis: 'down' },
  });
});

test('a check that never answers counts as down', async () => {
  jest.useFakeTimers();
  const registry = new HealthRegistry();
  registry.register('frozen', () => new Promise(() => undefined));
  const report = registry.report();
  jest.runAllTimers();
  jest.useRealTimers();
  expect(await report).toEqual({ healthy: false, checks: { frozen: 'down' } });
});

test('however many ask within a second, the dependencies are checked once', async () => {
  const checked = jest.fn();
  const registry = new HealthRegistry();
  registry.register('object-store', checked);
  await Promise.all(Array.from({ length: 40 }, () => registry.report()));
  await registry.isReady();
  expect(checked).toHaveBeenCalledTimes(1);
});

test('a process is ready once every check has passed, and stays ready when checks fail later', async () => {
  jest.useFakeTimers();
  const registry = new HealthRegistry();
  let isUp = false;
  registry.register('redis', () => isUp);
  expect(await registry.isReady()).toBe(false);
  isUp = true;
  jest.advanceTimersByTime(1000);
  expect(await registry.isReady()).toBe(true);
  isUp = false;
  jest.advanceTimersByTime(1000);
  expect(await registry.isReady()).toBe(true);
  expect((await registry.report()).healthy).toBe(false);
  jest.useRealTimers();
});
