import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { dataFolder } from '@studiolo/infra/stack/plan';
import { redisAnswers } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { onRedis } from '../support/redis.ts';
import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';
import type { LoadReport } from './load/load-report.ts';

const ANSWERS_BETWEEN = 150;
const DOWN_MS = 2_000;
const FROZEN_MS = 10_000;
const FULL_MS = 4_000;
const BACK_WITHIN_MS = 5_000;
/** A dead connection is noticed within this time. */
const NOTICED_WITHIN_MS = 3_000;

const EXPECTED = 'only 503, back within 5 s, nothing acknowledged lost, nothing doubled';

describe('Redis', () => {
  let running: RunningStack;
  let load: Load;

  async function start(request: Parameters<typeof RunningStack.start>[0] = {}): Promise<void> {
    running = await RunningStack.start({ ...request, passed: { EMAIL_VERIFICATION: 'off' } });
    load = await Load.prepare(running.gateways);
  }

  function expectSound(report: LoadReport): void {
    expect(report.failedOtherThan503).toEqual({});
    expect(report.damage).toEqual([]);
  }

  /** @param fault does something to Redis and gives the moment it was back */
  function redisCase(title: string, fault: () => Promise<number>): void {
    testOnRedis(`${title}, under load: ${EXPECTED}`, async () => {
      const { report, recoveredMs } = await load.around(fault);
      expectSound(report);
      expect(recoveredMs).toBeLessThan(BACK_WITHIN_MS);
    });
  }

  async function restartRedis(meanwhile: () => Promise<unknown>): Promise<number> {
    running.stack.hold('redis');
    await running.endProcess('redis', 'SIGKILL');
    await Promise.all([delay(DOWN_MS), meanwhile()]);
    running.stack.release('redis');
    await eventually(() => redisAnswers(running.plan.ports.redis));
    return performance.now();
  }

  describe('on one stack', () => {
    beforeAll(() => start(), 120_000);

    afterAll(() => running?.end(), 30_000);

    redisCase('[F4 a] Redis killed and started again with its data', () =>
      restartRedis(() => Promise.resolve()),
    );

    redisCase('[F4 b] Redis killed and started again without its data', () =>
      restartRedis(async () => {
        const folder = dataFolder(running.plan, 'redis');
        await rm(folder, { recursive: true });
        await mkdir(folder);
      }),
    );

    redisCase('[F4 c] Redis emptied three times by FLUSHALL', async () => {
      await onRedis(running.plan, async (redis) => {
        await redis.flushall();
        for (let times = 1; times < 3; times += 1) {
          await load.answersFlow(ANSWERS_BETWEEN);
          await redis.flushall();
        }
      });
      return performance.now();
    });

    redisCase(`[F4 d] Redis at maxmemory for ${FULL_MS / 1000} s`, () =>
      onRedis(running.plan, async (redis) => {
        await redis.config('SET', 'maxmemory', '1');
        await delay(FULL_MS);
        await redis.config('SET', 'maxmemory', '0');
        return performance.now();
      }),
    );

    testOnRedis(
      `[F4 e] Redis frozen for ${FROZEN_MS / 1000} s by SIGSTOP, under load: ${EXPECTED}; no request that was given up meanwhile is executed`,
      async () => {
        let frozenAt = 0;
        const { report, backAt, recoveredMs } = await load.around(async () => {
          running.signal('redis', 'SIGSTOP');
          frozenAt = performance.now();
          await delay(FROZEN_MS);
          const thawedAt = performance.now();
          running.signal('redis', 'SIGCONT');
          return thawedAt;
        });
        expectSound(report);
        expect(recoveredMs).toBeLessThan(BACK_WITHIN_MS);
        expect(report.executedAfterGivingUp(frozenAt, backAt)).toEqual([]);
      },
    );
  });

  describe('behind a network', () => {
    let proxy: TcpProxy;

    afterAll(async () => {
      await running?.end();
      await proxy?.close();
    }, 30_000);

    testOnRedis(
      `[F4 f] every connection to Redis black-holed (open, but nothing gets through), new ones work, under load: only 503, noticed within ${NOTICED_WITHIN_MS / 1000} s, nothing lost, nothing doubled`,
      async () => {
        await start({
          rewire: async (plan) => {
            proxy = await TcpProxy.to(() => `redis://127.0.0.1:${plan.ports.redis}`);
            plan.redisUrl = `redis://${proxy.address}`;
          },
        });
        const { report, backAt, recoveredMs } = await load.around(() => {
          proxy.stall();
          return Promise.resolve(performance.now());
        });
        expectSound(report);
        const noticedMs = report.firstAnswerAfter(backAt);
        expect(Math.max(noticedMs, recoveredMs)).toBeLessThan(NOTICED_WITHIN_MS);
      },
    );
  });
});
