import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@studiolo/testing/eventually';
import { databaseAnswers } from '@studiolo/infra/stack/readiness';
import { batteryCase } from './support/numbered-case.ts';
import { Load } from './load/load.ts';
import { asAdmin, untilReleased } from './support/admin.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const ANSWERS_BETWEEN = 150;
const DOWN_MS = 10_000;
const TERMINATIONS = 15;
const TERMINATED_EVERY_MS = 300;
const LOCKED_MS = 8_000;
const BACK_WITHIN_MS = 5_000;
/** No request hangs: an upload asks storage twice, at most 5 s each, and waits 1 s for the release of its quota. */
const LONGEST_ANSWER_MS = 11_500;
const RELEASED_WITHIN_MS = 75_000;

const EXPECTED =
  'only 503, no hang, no process ends, back within 5 s, nothing lost, doubled, half done or reserved for ever';

const TERMINATE_ALL = `SELECT count(pg_terminate_backend(pid))::int AS terminated
  FROM pg_stat_activity WHERE usename LIKE 'studiolo\\_%'`;

describe('PostgreSQL', () => {
  let battery: BatteryStack;
  let load: Load;

  beforeAll(async () => {
    if (REAL_REDIS === undefined) return;
    battery = await BatteryStack.start({ passed: { EMAIL_VERIFICATION: 'off' } });
    load = await Load.prepare(battery.gateways);
  }, 120_000);

  afterAll(() => battery?.end(), 30_000);

  /** @param fault takes the database away for a while and gives the moment it was back */
  function databaseCase(
    id: string,
    done: string,
    fault: (seen: (text: string) => void) => Promise<number>,
  ): void {
    const text = { done: `${done}, under load`, expected: EXPECTED };
    if (REAL_REDIS === undefined) return batteryCase.impossible(id, { ...text, reason: NO_REDIS });
    batteryCase(id, text, async (seen) => {
      load.begin();
      await load.answersFlow(ANSWERS_BETWEEN);
      const backAt = await fault(seen);
      await load.answersFlow(ANSWERS_BETWEEN);
      const report = await load.finish();
      const back = report.recoveredAfter(backAt);
      seen(`${report.sentence()}; the last refused request began ${back} ms after it was back`);
      seen(`nothing reserved ${await untilReleased(battery.plan, RELEASED_WITHIN_MS)} ms later`);
      expect(report.failedOtherThan503).toEqual({});
      expect(report.isIntact).toBe(true);
      expect(Math.max(report.worstMs, report.worstFailureMs)).toBeLessThan(LONGEST_ANSWER_MS);
      expect(back).toBeLessThan(BACK_WITHIN_MS);
      expect(battery.deaths.filter(({ name }) => name !== 'postgres')).toEqual([]);
    });
  }

  databaseCase('F7 a', `PostgreSQL stopped for ${DOWN_MS / 1000} s`, async () => {
    battery.stack.hold('postgres');
    await battery.endProcess('postgres', 'SIGINT');
    await delay(DOWN_MS);
    battery.stack.release('postgres');
    await eventually(() => databaseAnswers(battery.plan.adminDatabaseUrl));
    return performance.now();
  });

  databaseCase(
    'F7 b',
    `every backend of the services terminated ${TERMINATIONS} times, in the middle of their transactions`,
    (seen) =>
      asAdmin(battery.plan, async (client) => {
        let terminated = 0;
        for (let times = 0; times < TERMINATIONS; times += 1) {
          const { rows } = await client.query<{ terminated: number }>(TERMINATE_ALL);
          terminated += rows[0]?.terminated ?? 0;
          await delay(TERMINATED_EVERY_MS);
        }
        seen(`${terminated} backends terminated`);
        return performance.now();
      }),
  );

  databaseCase(
    'F7 c',
    `every pool exhausted, by a lock held on its main table for ${LOCKED_MS / 1000} s`,
    () =>
      asAdmin(battery.plan, async (client) => {
        await client.query('BEGIN');
        for (const table of ['auth.accounts', 'projects.projects', 'storage.files']) {
          await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        }
        await delay(LOCKED_MS);
        await client.query('ROLLBACK');
        return performance.now();
      }),
  );
});
