import { SERVICES } from '@studiolo/infra/stack/plan';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';
import { Balancer } from './support/balancer.ts';

const ANSWERS_BETWEEN = 150;
const MOST_MS = 10_000;

testOnRedis(
  '[F2] SIGTERM to every process in turn, two of each, two gateways behind a balancer, under the load of 50 clients: 0 failed, 0 lost, 0 doubled; each ends with code 0 in under 10 s',
  async () => {
    const running = await RunningStack.start({
      replicas: { auth: 2, projects: 2, storage: 2, gateway: 2 },
      passed: { EMAIL_VERIFICATION: 'off' },
    });
    const balancer = await Balancer.over(running.plan.apiPorts);
    try {
      const load = await Load.start([balancer.address]);
      const ends = [];
      for (const replica of [1, 2]) {
        for (const part of [...SERVICES, 'gateway']) {
          await load.answersFlow(ANSWERS_BETWEEN);
          ends.push(await running.endProcess(`${part}-${replica}`, 'SIGTERM'));
        }
        await load.answersFlow(ANSWERS_BETWEEN);
        await running.ready();
      }
      const report = await load.finish();
      const slowest = Math.max(...ends.map(({ tookMs }) => tookMs));
      expect(report.failed).toEqual({});
      expect(report.damage).toEqual([]);
      expect(ends.filter(({ ending }) => ending !== 'code 0')).toEqual([]);
      expect(slowest).toBeLessThan(MOST_MS);
    } finally {
      await balancer.close();
      await running.end();
    }
  },
);
