import { SERVICES } from '@studiolo/infra/stack/plan';
import { batteryCase } from './support/numbered-case.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const text = {
  done: 'SIGTERM to every process while Redis is down',
  expected: 'each ends with code 0 in under 10 s',
};

const MOST_MS = 10_000;

if (REAL_REDIS === undefined) {
  batteryCase.impossible('F6', { ...text, reason: NO_REDIS });
} else {
  batteryCase('F6', text, async (seen) => {
    const battery = await BatteryStack.start();
    try {
      battery.stack.hold('redis');
      await battery.endProcess('redis', 'SIGKILL');
      const ends = await Promise.all(
        [...SERVICES, 'gateway'].map((name) => battery.endProcess(name, 'SIGTERM')),
      );
      seen(ends.map(({ name, ending, tookMs }) => `${name} ${ending}, ${tookMs} ms`).join('; '));
      expect(ends.filter(({ ending }) => ending !== 'code 0')).toEqual([]);
      expect(Math.max(...ends.map(({ tookMs }) => tookMs))).toBeLessThan(MOST_MS);
    } finally {
      await battery.end();
    }
  });
}
