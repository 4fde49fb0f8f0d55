import { setTimeout as delay } from 'node:timers/promises';

import { onDatabase } from '@studiolo/infra/stack/database';
import { databaseAnswers } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';
import { untilReleased } from './support/until-released.ts';

const DOWN_MS = 10_000;
const TERMINATIONS = 15;
const TERMINATED_EVERY_MS = 300;
const LOCKED_MS = 8_000;
const BACK_WITHIN_MS = 5_000;
/** No request hangs: an upload asks storage twice, at most 5 s each, and waits 1 s for the release of its quota. */
const LONGEST_ANSWER_MS = 11_500;

const EXPECTED =
  'only 503, no hang, no process ends, back within 5 s, nothing lost, doubled, half done or reserved for ever';

const TERMINATE_ALL = `SELECT pg_terminate_backend(pid)
  FROM pg_stat_activity WHERE usename LIKE 'studiolo\\_%'`;

describe('PostgreSQL', () => {
  let running: RunningStack;
  let load: Load;

  beforeAll(async () => {
    running = await RunningStack.start({ passed: { EMAIL_VERIFICATION: 'off' } });
    load = await Load.prepare(running.gateways);
  }, 120_000);

  afterAll(() => running?.end(), 30_000);

  /** @param fault takes the database away for a while and gives the moment it was back */
  function databaseCase(title: string, fault: () => Promise<number>): void {
    testOnRedis(`${title}, under load: ${EXPECTED}`, async () => {
      const { report, recoveredMs } = await load.around(fault);
      await untilReleased(running.plan);
      expect(report.failedOtherThan503).toEqual({});
      expect(report.damage).toEqual([]);
      expect(Math.max(report.worstMs, report.worstFailureMs)).toBeLessThan(LONGEST_ANSWER_MS);
      expect(recoveredMs).toBeLessThan(BACK_WITHIN_MS);
      expect(running.deaths.filter(({ name }) => name !== 'postgres')).toEqual([]);
    });
  }

  databaseCase(`[F7 a] PostgreSQL stopped for ${DOWN_MS / 1000} s`, async () => {
    running.stack.hold('postgres');
    await running.endProcess('postgres', 'SIGINT');
    await delay(DOWN_MS);
    running.stack.release('postgres');
    await eventually(() => databaseAnswers(running.plan.adminDatabaseUrl));
    return performance.now();
  });

  databaseCase(
    `[F7 b] every backend of the services terminated ${TERMINATIONS} times, in the middle of their transactions`,
    () =>
      onDatabase(running.plan.adminDatabaseUrl, async (client) => {
        for (let times = 0; times < TERMINATIONS; times += 1) {
          await client.query(TERMINATE_ALL);
          await delay(TERMINATED_EVERY_MS);
        }
        return performance.now();
      }),
  );

  databaseCase(
    `[F7 c] every pool exhausted, by a lock held on its main table for ${LOCKED_MS / 1000} s`,
    () =>
      onDatabase(running.plan.adminDatabaseUrl, async (client) => {
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
