import { setTimeout as delay } from 'node:timers/promises';

import { prepareBucket } from '@studiolo/infra/stack/bucket';
import { prepareDatabase } from '@studiolo/infra/stack/prepare-stores';
import { STORES } from '@studiolo/infra/stack/stores';

import { BACK_END, RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';

const ALONE_MS = 5_000;
const READY_WITHIN_MS = 5_000;

/** The order of the stores in each round; each store is last once. */
const ROUNDS = [
  ['redis', 'object-store', 'postgres'],
  ['postgres', 'object-store', 'redis'],
  ['postgres', 'redis', 'object-store'],
];

/** Brings one store up with what the services expect in it. */
async function bringUp(running: RunningStack, name: string): Promise<void> {
  await running.stack.start(STORES.filter((part) => part.name === name));
  if (name === 'postgres') await prepareDatabase(running.plan);
  if (name === 'object-store') await prepareBucket(running.plan.objectStore);
}

async function startsLate(order: string[]): Promise<number> {
  await using running = await RunningStack.prepare();
  await running.stack.start(STORES.filter(({ name }) => name === 'mail'));
  const ready = running.stack.start(BACK_END);
  ready.catch(() => undefined);
  await delay(ALONE_MS);
  for (const name of order) {
    expect(await Promise.race([ready.then(() => 'ready'), delay(500, 'waiting')])).toBe('waiting');
    await bringUp(running, name);
  }
  const lastAt = performance.now();
  await ready;
  expect(running.deaths).toEqual([]);
  return Math.round(performance.now() - lastAt);
}

testOnRedis(
  '[F5] every process starts before Redis, PostgreSQL and the object store, which then start one after another, each of them last once: all processes wait, none ends; ready within 5 s of the last',
  async () => {
    for (const order of ROUNDS) {
      const took = await startsLate(order);
      expect(took).toBeLessThan(READY_WITHIN_MS);
    }
  },
);
