import { type Plan, SERVICES } from '@studiolo/infra/stack/plan';
import { eventually } from '@studiolo/testing/eventually';
import { Redis } from 'ioredis';
import pg from 'pg';

import { objectKeys } from '../../support/object-keys.ts';
import { leftInRedis } from '../../support/redis.ts';
import { RunningStack, type StackRequest } from '../../support/running-stack.ts';
import { CrashPoints } from './crash-point.ts';

const SETTLED_WITHIN_MS = 20_000;

/** A stack whose processes can be ended at a crash point, and clients of its stores. */
export class CrashStack {
  readonly crashes: CrashPoints;
  readonly redis: Redis;
  readonly running: RunningStack;
  private readonly database: pg.Pool;

  private constructor(running: RunningStack) {
    this.running = running;
    this.crashes = new CrashPoints(running.plan.dataDir);
    this.redis = new Redis(running.plan.redisUrl);
    this.database = new pg.Pool({ connectionString: running.plan.adminDatabaseUrl, max: 4 });
    // Tests kill stores; a connection that breaks is no failure.
    this.database.on('error', () => undefined);
    this.redis.on('error', () => undefined);
  }

  static async start({ within, ...request }: StackRequest = {}): Promise<CrashStack> {
    const running = await RunningStack.start({
      ...request,
      within: async (parts, plan) => {
        const changed = (await within?.(parts, plan)) ?? parts;
        return new CrashPoints(plan.dataDir).within(changed);
      },
    });
    return new CrashStack(running);
  }

  get plan(): Plan {
    return this.running.plan;
  }

  async end(): Promise<void> {
    this.redis.disconnect();
    await this.database.end();
    await this.running.end();
  }

  /** Runs SQL as the administrator; tables are named with their schema. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.query<Row>(text, values)).rows;
  }

  /** Rows of a table that meet a condition; the table is named with its schema. */
  async count(table: string, condition = 'true', values: unknown[] = []): Promise<number> {
    const text = `SELECT count(*)::integer AS rows FROM ${table} WHERE ${condition}`;
    return (await this.sql<{ rows: number }>(text, values))[0]?.rows ?? -1;
  }

  objectKeys(): Promise<string[]> {
    return objectKeys(this.plan.objectStore);
  }

  /** Resolves when nothing is under way any more: no stream, outbox or mail queue has an entry. */
  async settled(): Promise<void> {
    await eventually(async () => {
      expect(await leftInRedis(this.redis)).toEqual([]);
      for (const service of SERVICES) expect(await this.count(`${service}.outbox`)).toBe(0);
    }, SETTLED_WITHIN_MS);
  }
}
