import { setTimeout as delay } from 'node:timers/promises';
import { prepareBucket, prepareDatabase } from '@studiolo/infra/stack/prepare-stores';
import { STORES } from '@studiolo/infra/stack/stores';
import { batteryCase } from './support/numbered-case.ts';
import { BACK_END, BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const ALONE_MS = 5_000;
const READY_WITHIN_MS = 5_000;

/** Each is the last in one of the rounds. */
const ROUNDS = [
  ['redis', 'object-store', 'postgres'],
  ['postgres', 'object-store', 'redis'],
  ['postgres', 'redis', 'object-store'],
];

const text = {
  done: 'every process starts before Redis, PostgreSQL and the object store exist; they come one after another, each being the last once',
  expected: 'all wait, none ends; ready within 5 s of the last',
};

/** Brings one store up with what the services expect in it. */
async function bringUp(battery: BatteryStack, name: string): Promise<void> {
  await battery.stack.start(STORES.filter((part) => part.name === name));
  if (name === 'postgres') await prepareDatabase(battery.plan);
  if (name === 'object-store') await prepareBucket(battery.plan.objectStore);
}

async function startsLate(order: string[]): Promise<number> {
  const battery = await BatteryStack.prepare();
  try {
    await battery.stack.start(STORES.filter(({ name }) => name === 'mail'));
    const ready = battery.stack.start(BACK_END);
    ready.catch(() => undefined);
    await delay(ALONE_MS);
    for (const name of order) {
      expect(await Promise.race([ready.then(() => 'ready'), delay(500, 'waiting')])).toBe(
        'waiting',
      );
      await bringUp(battery, name);
    }
    const lastAt = performance.now();
    await ready;
    expect(battery.deaths).toEqual([]);
    return Math.round(performance.now() - lastAt);
  } finally {
    await battery.end();
  }
}

if (REAL_REDIS === undefined) {
  batteryCase.impossible('F5', { ...text, reason: NO_REDIS });
} else {
  batteryCase('F5', text, async (seen) => {
    for (const order of ROUNDS) {
      const took = await startsLate(order);
      seen(`${order.at(-1)} last: ready after ${took} ms`);
      expect(took).toBeLessThan(READY_WITHIN_MS);
    }
  });
}
