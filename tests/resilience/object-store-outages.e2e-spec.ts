import { setTimeout as delay } from 'node:timers/promises';

import { portAnswers } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';
import { SERVICE_UNAVAILABLE, TcpProxy } from '@studiolo/testing/tcp-proxy';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';
import { untilReleased } from './support/until-released.ts';

const DOWN_MS = 5_000;
const FROZEN_MS = 10_000;
const REFUSING_MS = 30_000;
const REFUSED_WITHIN_MS = 5_000;

const EXPECTED =
  'uploads and downloads answer 503 within 5 s and all else is served; recovery without a restart; nothing lost, doubled or reserved for ever';

describe('the object store', () => {
  let running: RunningStack;
  let proxy: TcpProxy;
  let load: Load;

  beforeAll(async () => {
    running = await RunningStack.start({
      passed: { EMAIL_VERIFICATION: 'off' },
      rewire: async (plan) => {
        proxy = await TcpProxy.to(() => `http://127.0.0.1:${plan.ports.objectStore}`);
        plan.objectStore.endpoint = `http://${proxy.address}`;
      },
    });
    load = await Load.prepare(running.gateways);
  }, 120_000);

  afterAll(async () => {
    await running?.end();
    await proxy?.close();
  }, 30_000);

  /** @param fault breaks the store for a while and gives the moment it was back */
  function storeCase(title: string, fault: () => Promise<number>): void {
    const run = async () => {
      const { report, recoveredMs } = await load.around(fault);
      await untilReleased(running.plan);
      const kinds = new Set(report.failures.map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual(['download', 'upload']);
      expect(report.failedOtherThan503).toEqual({});
      expect(report.damage).toEqual([]);
      expect(report.worstFailureMs).toBeLessThan(REFUSED_WITHIN_MS);
      expect(recoveredMs).toBeLessThan(REFUSED_WITHIN_MS);
      expect(running.deaths.filter(({ name }) => name !== 'object-store')).toEqual([]);
    };
    testOnRedis(`${title}, under load: ${EXPECTED}`, run, 180_000);
  }

  storeCase(
    `[F8 a] the object store stopped for ${DOWN_MS / 1000} s, with uploads under way`,
    async () => {
      running.stack.hold('object-store');
      await running.endProcess('object-store', 'SIGKILL');
      await delay(DOWN_MS);
      const [url] = running.gateways;
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      const status = await fetch(`${url}/health/status`);
      expect(await status.json()).toMatchObject({ checks: { 'storage.object-store': 'down' } });
      running.stack.release('object-store');
      await eventually(() => portAnswers(running.plan.ports.objectStore));
      return performance.now();
    },
  );

  storeCase(`[F8 b] the object store frozen for ${FROZEN_MS / 1000} s by SIGSTOP`, async () => {
    running.signal('object-store', 'SIGSTOP');
    await delay(FROZEN_MS);
    running.signal('object-store', 'SIGCONT');
    return performance.now();
  });

  storeCase(`[F8 c] the object store answering 503 for ${REFUSING_MS / 1000} s`, async () => {
    proxy.answerAll(SERVICE_UNAVAILABLE);
    await delay(REFUSING_MS);
    proxy.heal();
    return performance.now();
  });
});
