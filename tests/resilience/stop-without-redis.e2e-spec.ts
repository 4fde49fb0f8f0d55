import { SERVICES } from '@studiolo/infra/stack/plan';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';

const MOST_MS = 10_000;

testOnRedis(
  '[F6] SIGTERM to every process while Redis is down: each ends with code 0 in under 10 s',
  async () => {
    const running = await RunningStack.start();
    try {
      running.stack.hold('redis');
      await running.endProcess('redis', 'SIGKILL');
      const ends = await Promise.all(
        [...SERVICES, 'gateway'].map((name) => running.endProcess(name, 'SIGTERM')),
      );
      expect(ends.filter(({ ending }) => ending !== 'code 0')).toEqual([]);
      expect(Math.max(...ends.map(({ tookMs }) => tookMs))).toBeLessThan(MOST_MS);
    } finally {
      await running.end();
    }
  },
);
