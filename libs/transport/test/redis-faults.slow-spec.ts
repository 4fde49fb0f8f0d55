import { jest } from '@jest/globals';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative } from '@studiolo/testing/redis-process';

import { Load, type LoadReport } from './support/load.js';
import { REQUESTS, Stage } from './support/stage.js';

jest.setTimeout(300_000);

const CALLERS = 50;
const TIMEOUT_MS = 2_000;
const FROZEN_MS = 10_000;
const OUTAGE_CODES = ['TIMEOUT', 'UNAVAILABLE'];

describeNative('fifty callers while Redis', () => {
  let stage: Stage;

  async function withLoad(
    persistent: boolean,
    fault: (stage: Stage, load: Load) => Promise<void>,
  ): Promise<LoadReport> {
    stage = await Stage.set({ persistent }, { timeoutMs: TIMEOUT_MS });
    await stage.enter(2);
    const load = new Load(stage.client, { takesMs: 5 }, CALLERS);
    await answersFlow(load);
    await fault(stage, load);
    const backAt = performance.now();
    await answersFlow(load);
    expect(performance.now() - backAt).toBeLessThan(5_000);
    const report = await load.finish(stage.ledger);
    console.info(expect.getState().currentTestName, report);
    return report;
  }

  afterEach(() => stage.clear());

  async function answersFlow(load: Load): Promise<void> {
    const before = load.answers;
    await eventually(() => expect(load.answers).toBeGreaterThan(before + 500));
  }

  function expectOnlyOutage({ failures, lost }: LoadReport): void {
    expect(Object.keys(failures).filter((code) => !OUTAGE_CODES.includes(code))).toEqual([]);
    expect(lost).toBe(0);
  }

  it.each([
    ['with', true],
    ['without', false],
  ])('is killed and comes back %s its data see only an outage', async (_, persistent) => {
    const report = await withLoad(persistent, async ({ redis }) => {
      await redis.kill();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await redis.launch();
    });
    expectOnlyOutage(report);
  });

  it('loses all its data by FLUSHALL see only an outage', async () => {
    const report = await withLoad(false, async ({ commands }) => {
      await commands.flushall();
    });
    expectOnlyOutage(report);
  });

  it('is frozen are answered by their deadline, and what expired is not executed', async () => {
    let runsAtThaw = 0;
    const report = await withLoad(false, async ({ redis, ledger }) => {
      redis.freeze();
      await new Promise((resolve) => setTimeout(resolve, FROZEN_MS));
      runsAtThaw = ledger.allRuns().length;
      redis.thaw();
    });
    expectOnlyOutage(report);
    expect(runsAtThaw).toBeGreaterThan(0);
    expect(report.worstFailureMs).toBeLessThan(TIMEOUT_MS + 1_000);
    // Every run since was for a caller that had its answer; those of the outage ended unexecuted.
    const runs = new Set(stage.ledger.allRuns());
    expect(runs.size - report.answered).toBeLessThanOrEqual(CALLERS);
  });

  it('is out of memory get UNAVAILABLE, and the backlog drains', async () => {
    const report = await withLoad(false, async ({ commands, client }) => {
      await commands.config('SET', 'maxmemory', '1');
      await eventually(() =>
        expect(client.stats().calls['orders.perform']?.UNAVAILABLE ?? 0).toBeGreaterThan(500),
      );
      await eventually(async () => expect(await commands.xlen(REQUESTS)).toBe(0));
      await commands.config('SET', 'maxmemory', '0');
    });
    expectOnlyOutage(report);
    expect(report.failures.TIMEOUT ?? 0).toBe(0);
  });
});
