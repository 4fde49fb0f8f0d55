import { HealthRegistry } from './health-registry.js';

test('a process without needs is ready', async () => {
  expect(await new HealthRegistry().report()).toEqual({ ready: true, checks: {} });
});

test('one thing that is down makes the process unready, and is named', async () => {
  const registry = new HealthRegistry();
  registry.register('database', () => Promise.resolve());
  registry.register('redis', () => Promise.reject(new Error('away')));
  expect(await registry.report()).toEqual({
    ready: false,
    checks: { database: 'up', redis: 'down' },
  });
});

test('a check that never answers counts as down', async () => {
  const registry = new HealthRegistry(10);
  registry.register('frozen', () => new Promise(() => undefined));
  expect(await registry.report()).toEqual({ ready: false, checks: { frozen: 'down' } });
});

test('a check that throws at once counts as down', async () => {
  const registry = new HealthRegistry();
  registry.register('broken', () => {
    throw new Error('broken');
  });
  expect((await registry.report()).ready).toBe(false);
});

test('a thing that recovers makes the process ready again', async () => {
  const registry = new HealthRegistry();
  let isUp = false;
  registry.register('redis', () => (isUp ? Promise.resolve() : Promise.reject(new Error('away'))));
  expect((await registry.report()).ready).toBe(false);
  isUp = true;
  expect((await registry.report()).ready).toBe(true);
});
