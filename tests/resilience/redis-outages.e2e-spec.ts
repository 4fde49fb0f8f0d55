import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { dataFolder } from '@studiolo/infra/stack/plan';
import { redisAnswers } from '@studiolo/infra/stack/readiness';
import { batteryCase } from './support/numbered-case.ts';
import { Load } from './load/load.ts';
import type { LoadReport } from './load/load-report.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const ANSWERS_BETWEEN = 150;
const DOWN_MS = 2_000;
const FROZEN_MS = 10_000;
const FULL_MS = 4_000;
const BACK_WITHIN_MS = 5_000;
/** A dead connection is noticed within this time. */
const NOTICED_WITHIN_MS = 3_000;

const EXPECTED = 'only 503, back within 5 s, nothing acknowledged lost, nothing doubled';

/** What a case does to Redis; gives the moment Redis was back. */
type Fault = (battery: BatteryStack) => Promise<number>;

describe('Redis', () => {
  let battery: BatteryStack;
  let load: Load;

  async function start(request: Parameters<typeof BatteryStack.start>[0] = {}): Promise<void> {
    battery = await BatteryStack.start({ ...request, passed: { EMAIL_VERIFICATION: 'off' } });
    load = await Load.prepare(battery.gateways);
  }

  async function underLoad(fault: Fault): Promise<{ report: LoadReport; backAt: number }> {
    load.begin();
    await load.answersFlow(ANSWERS_BETWEEN);
    const backAt = await fault(battery);
    await load.answersFlow(ANSWERS_BETWEEN);
    return { backAt, report: await load.finish() };
  }

  function judge(report: LoadReport, backAt: number, seen: (text: string) => void): void {
    const back = report.recoveredAfter(backAt);
    seen(`${report.sentence()}; the last refused request began ${back} ms after Redis was back`);
    expect(report.failedOtherThan503).toEqual({});
    expect(report.isIntact).toBe(true);
    expect(back).toBeLessThan(BACK_WITHIN_MS);
  }

  function redisCase(id: string, done: string, fault: Fault): void {
    const text = { done: `Redis ${done}, under load`, expected: EXPECTED };
    if (REAL_REDIS === undefined) return batteryCase.impossible(id, { ...text, reason: NO_REDIS });
    batteryCase(id, text, async (seen) => {
      const { report, backAt } = await underLoad(fault);
      judge(report, backAt, seen);
    });
  }

  async function restartRedis(meanwhile: () => Promise<unknown>): Promise<number> {
    battery.stack.hold('redis');
    await battery.endProcess('redis', 'SIGKILL');
    await Promise.all([delay(DOWN_MS), meanwhile()]);
    battery.stack.release('redis');
    await eventually(() => redisAnswers(battery.plan.ports.redis));
    return performance.now();
  }

  async function withClient<Result>(use: (redis: Redis) => Promise<Result>): Promise<Result> {
    const redis = new Redis(battery.plan.ports.redis, '127.0.0.1');
    try {
      return await use(redis);
    } finally {
      redis.disconnect();
    }
  }

  describe('on one stack', () => {
    beforeAll(async () => {
      if (REAL_REDIS !== undefined) await start();
    }, 120_000);

    afterAll(() => battery?.end(), 30_000);

    redisCase('F4 a', 'killed and started again with its data', () =>
      restartRedis(() => Promise.resolve()),
    );

    redisCase('F4 b', 'killed and started again without its data', () =>
      restartRedis(async () => {
        const folder = dataFolder(battery.plan, 'redis');
        await rm(folder, { recursive: true });
        await mkdir(folder);
      }),
    );

    redisCase('F4 c', 'emptied three times by FLUSHALL', async () => {
      await withClient(async (redis) => {
        await redis.flushall();
        for (let times = 1; times < 3; times += 1) {
          await load.answersFlow(ANSWERS_BETWEEN);
          await redis.flushall();
        }
      });
      return performance.now();
    });

    redisCase('F4 d', `at maxmemory for ${FULL_MS / 1000} s`, () =>
      withClient(async (redis) => {
        await redis.config('SET', 'maxmemory', '1');
        await delay(FULL_MS);
        await redis.config('SET', 'maxmemory', '0');
        return performance.now();
      }),
    );

    const frozen = {
      done: `Redis frozen for ${FROZEN_MS / 1000} s by SIGSTOP, under load`,
      expected: `${EXPECTED}; no request that was given up meanwhile is executed`,
    };
    if (REAL_REDIS === undefined) batteryCase.impossible('F4 e', { ...frozen, reason: NO_REDIS });
    else {
      batteryCase('F4 e', frozen, async (seen) => {
        let frozenAt = 0;
        const { report, backAt } = await underLoad(async () => {
          battery.signal('redis', 'SIGSTOP');
          frozenAt = performance.now();
          await delay(FROZEN_MS);
          const thawedAt = performance.now();
          battery.signal('redis', 'SIGCONT');
          return thawedAt;
        });
        judge(report, backAt, seen);
        const executed = report.executedAfterGivingUp(frozenAt, backAt);
        seen(`${executed.length} executed of those given up while it was frozen`);
        expect(executed).toEqual([]);
      });
    }
  });

  describe('behind a network', () => {
    let proxy: TcpProxy;

    const text = {
      done: 'every connection to Redis black-holed (open, but nothing gets through), new ones work, under load',
      expected: `only 503, noticed within ${NOTICED_WITHIN_MS / 1000} s, nothing lost, nothing doubled`,
    };

    afterAll(async () => {
      await battery?.end();
      await proxy?.close();
    }, 30_000);

    if (REAL_REDIS === undefined) batteryCase.impossible('F4 f', { ...text, reason: NO_REDIS });
    else {
      batteryCase('F4 f', text, async (seen) => {
        await start({
          rewire: async (plan) => {
            proxy = await TcpProxy.to(() => `redis://127.0.0.1:${plan.ports.redis}`);
            plan.redisUrl = `redis://${proxy.address}`;
          },
        });
        const { report, backAt } = await underLoad(() => {
          proxy.stall();
          return Promise.resolve(performance.now());
        });
        const noticed = report.firstAnswerAfter(backAt);
        const last = report.recoveredAfter(backAt);
        seen(`${report.sentence()}; answers came again after ${noticed} ms`);
        seen(`the last refused request began after ${last} ms`);
        expect(report.failedOtherThan503).toEqual({});
        expect(report.isIntact).toBe(true);
        expect(Math.max(noticed, last)).toBeLessThan(NOTICED_WITHIN_MS);
      });
    }
  });
});
