import { SERVICES } from '@studiolo/infra/stack/plan';
import { batteryCase } from './support/numbered-case.ts';
import { Load } from './load/load.ts';
import { Balancer } from './support/balancer.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const ANSWERS_BETWEEN = 150;
const MOST_MS = 10_000;

const text = {
  done: 'SIGTERM to every process in turn, two of each, two gateways behind a balancer, under the load of 50 clients',
  expected: '0 failed, 0 lost, 0 doubled; each ends with code 0 in under 10 s',
};

if (REAL_REDIS === undefined) {
  batteryCase.impossible('F2', { ...text, reason: NO_REDIS });
} else {
  batteryCase('F2', text, async (seen) => {
    const battery = await BatteryStack.start({
      replicas: { auth: 2, projects: 2, storage: 2, gateway: 2 },
      passed: { EMAIL_VERIFICATION: 'off' },
    });
    const balancer = await Balancer.over(battery.plan.apiPorts);
    try {
      const load = await Load.start([balancer.address]);
      const ends = [];
      for (const replica of [1, 2]) {
        for (const part of [...SERVICES, 'gateway']) {
          await load.answersFlow(ANSWERS_BETWEEN);
          ends.push(await battery.endProcess(`${part}-${replica}`, 'SIGTERM'));
        }
        await load.answersFlow(ANSWERS_BETWEEN);
        await battery.ready();
      }
      const report = await load.finish();
      const slowest = Math.max(...ends.map(({ tookMs }) => tookMs));
      seen(`${report.sentence()}; ${ends.length} processes ended, slowest in ${slowest} ms`);
      expect(report.failed).toEqual({});
      expect(report.isIntact).toBe(true);
      expect(ends.filter(({ ending }) => ending !== 'code 0')).toEqual([]);
      expect(slowest).toBeLessThan(MOST_MS);
    } finally {
      await balancer.close();
      await battery.end();
    }
  });
}
