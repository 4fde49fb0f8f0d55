import { SERVICES } from '@studiolo/infra/stack/plan';
import { batteryCase } from './support/numbered-case.ts';
import { Load } from './load/load.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const ANSWERS_BETWEEN = 200;

const text = {
  done: 'SIGKILL to each of two replicas of auth, projects and storage in turn, under the load of 50 clients',
  expected: '0 failed, 0 lost, 0 doubled',
};

if (REAL_REDIS === undefined) {
  batteryCase.impossible('F1', { ...text, reason: NO_REDIS });
} else {
  batteryCase('F1', text, async (seen) => {
    const battery = await BatteryStack.start({
      replicas: { auth: 2, projects: 2, storage: 2 },
      passed: { EMAIL_VERIFICATION: 'off' },
    });
    try {
      const load = await Load.start(battery.gateways);
      for (const replica of [1, 2]) {
        for (const service of SERVICES) {
          await load.answersFlow(ANSWERS_BETWEEN);
          await battery.endProcess(`${service}-${replica}`, 'SIGKILL');
        }
        await load.answersFlow(ANSWERS_BETWEEN);
        await battery.ready();
      }
      const report = await load.finish();
      seen(report.sentence());
      expect(report.failed).toEqual({});
      expect(report.isIntact).toBe(true);
    } finally {
      await battery.end();
    }
  });
}
