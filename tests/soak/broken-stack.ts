import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { onDatabase } from '@studiolo/infra/stack/database';
import type { Part } from '@studiolo/infra/stack/parts';
import { databaseRole, dataFolder, type Plan, SERVICES } from '@studiolo/infra/stack/plan';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { type CrashPoint, crashPoints } from '../resilience/crash-points/crash-point.ts';
import { withCommand, withModule } from '../support/changed-part.ts';
import { RunningStack } from '../support/running-stack.ts';

/** The quota of an owner in bytes: small, so that it is soon full. */
export const QUOTA_BYTES = 2 * 1024 * 1024;

const SHIFTED_CLOCK = join(import.meta.dirname, 'shifted-clock.ts');

/** SIGQUIT makes PostgreSQL end at once, without a checkpoint, so that it recovers when it starts. */
const ENDING = { redis: 'SIGKILL', postgres: 'SIGQUIT', 'object-store': 'SIGKILL' } as const;
type StoreName = keyof typeof ENDING;

/** The settings by which processes find the stores. */
const ADDRESSES = { REDIS_URL: 'Redis', DATABASE_URL: 'PostgreSQL', S3_ENDPOINT: 'object store' };

export type BrokenStack = Awaited<ReturnType<typeof startBrokenStack>>;

/**
 * A whole stack, two replicas of each part, whose processes, stores and connections to the stores (ways) can be broken.
 * What lasts `forMs` resolves when it is over.
 */
export async function startBrokenStack() {
  /** By name: `auth-1 to Redis`. */
  const ways = new Map<string, TcpProxy>();
  const running = await RunningStack.start({
    replicas: { auth: 2, projects: 2, storage: 2, gateway: 2 },
    passed: { EMAIL_VERIFICATION: 'off', STORAGE_QUOTA_BYTES: String(QUOTA_BYTES) },
    within: async (parts, plan) => {
      await keepEveryCommit(plan);
      const crashing = crashPoints(plan.dataDir).within(parts);
      return crashing.map((part) => throughProxies(withOwnClock(part), ways));
    },
  });
  const { stack, plan } = running;
  const crashes = crashPoints(plan.dataDir);
  const restarting = new Set<StoreName>();

  /** Sends the signal unless another fault has ended the process. */
  function signal(name: string, which: NodeJS.Signals): void {
    if (running.replicasOf(name).includes(name)) running.signal(name, which);
  }

  return {
    ...{ running, ways, signal },
    async freeze(replica: string, forMs: number): Promise<void> {
      signal(replica, 'SIGSTOP');
      await delay(forMs);
      signal(replica, 'SIGCONT');
    },
    async takeAway(replica: string, forMs: number): Promise<void> {
      const part = replica.replace(/-\d+$/, '');
      stack.hold(part);
      signal(replica, 'SIGTERM');
      await delay(forMs);
      stack.release(part);
    },
    async shiftClock(replica: string, shiftMs: number, forMs: number): Promise<void> {
      const file = clockFile(plan, replica);
      await writeFile(file, String(shiftMs));
      await delay(forMs);
      await rm(file, { force: true });
    },
    /** Ends the process that reaches the point first, if one does meanwhile. */
    async crash(point: CrashPoint, forMs: number): Promise<void> {
      await crashes.arm(point);
      await delay(forMs);
      await crashes.disarm();
    },
    /** Ends a store in the middle of the time, and starts it with its data, with those of the beginning, or with none. */
    async restart(store: StoreName, data: 'kept' | 'lost' | 'older', forMs: number): Promise<void> {
      if (restarting.has(store)) return;
      restarting.add(store);
      const folder = dataFolder(plan, store);
      const older = `${folder}-older`;
      if (data === 'older') await cp(folder, older, { recursive: true });
      await delay(forMs / 2);
      stack.hold(store);
      await running.endProcess(store, ENDING[store]);
      if (data !== 'kept') await rm(folder, { recursive: true });
      if (data === 'lost') await mkdir(folder);
      if (data === 'older') await rename(older, folder);
      await delay(forMs / 2);
      stack.release(store);
      await running.partReady(store);
      restarting.delete(store);
    },
    async end(): Promise<void> {
      await running.end();
      for (const way of ways.values()) await way.close();
    },
  };
}

const clockFile = ({ dataDir }: Plan, replica: string): string => join(dataDir, `clock-${replica}`);

const processName = (part: Part, replica: number): string => `${part.name}-${replica + 1}`;

const withOwnClock = (part: Part): Part =>
  withModule(part, SHIFTED_CLOCK, (plan, replica) => ({
    CLOCK_SHIFT_FILE: clockFile(plan, processName(part, replica)),
  }));

/** Tests let PostgreSQL answer before a commit is written, which a killed server would lose. */
async function keepEveryCommit(plan: Plan): Promise<void> {
  const statements = SERVICES.map(
    (service) => `ALTER ROLE ${databaseRole(service)} SET synchronous_commit = on`,
  );
  await onDatabase(plan.adminDatabaseUrl, (client) => client.query(statements.join(';')));
}

/** Leads each replica to its stores through proxies of its own; the gateway goes where the URLs of storage lead. */
const throughProxies = (part: Part, ways: Map<string, TcpProxy>): Part =>
  withCommand(part, async (command, _plan, replica) => {
    const env = { ...command.env };
    for (const [setting, store] of Object.entries(ADDRESSES)) {
      const address = env[setting];
      if (address === undefined) continue;
      const name = `${processName(part, replica)} to ${store}`;
      const way = ways.get(name) ?? (await TcpProxy.to(() => address));
      ways.set(name, way);
      env[setting] = address.replace(new URL(address).host, way.address);
    }
    return { ...command, env };
  });
