import { SERVICES } from '@studiolo/infra/stack/plan';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';

const ANSWERS_BETWEEN = 200;

testOnRedis(
  '[F1] SIGKILL to each of two replicas of auth, projects and storage in turn, under the load of 50 clients: 0 failed, 0 lost, 0 doubled',
  async () => {
    const running = await RunningStack.start({
      replicas: { auth: 2, projects: 2, storage: 2 },
      passed: { EMAIL_VERIFICATION: 'off' },
    });
    try {
      const load = await Load.start(running.gateways);
      for (const replica of [1, 2]) {
        for (const service of SERVICES) {
          await load.answersFlow(ANSWERS_BETWEEN);
          await running.endProcess(`${service}-${replica}`, 'SIGKILL');
        }
        await load.answersFlow(ANSWERS_BETWEEN);
        await running.ready();
      }
      const report = await load.finish();
      expect(report.failed).toEqual({});
      expect(report.damage).toEqual([]);
    } finally {
      await running.end();
    }
  },
);
