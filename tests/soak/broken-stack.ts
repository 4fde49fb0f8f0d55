import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { onDatabase } from '@studiolo/infra/stack/database';
import type { Part } from '@studiolo/infra/stack/parts';
import { databaseRole, dataFolder, type Plan, SERVICES } from '@studiolo/infra/stack/plan';
import { databaseAnswers, portAnswers, redisAnswers } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';
import { SERVICE_UNAVAILABLE, TcpProxy } from '@studiolo/testing/tcp-proxy';

import { CrashPoints } from '../resilience/crash-points/crash-point.ts';
import { withCommand, withModule } from '../support/changed-part.ts';
import { RunningStack } from '../support/running-stack.ts';
import {
  type Breakage,
  PARTS,
  type PlannedFault,
  REPLICAS,
  type WayFault,
  WAYS,
  waysOf,
} from './faults.ts';

type Broken<Kind extends Breakage['kind']> = Extract<Breakage, { kind: Kind }>;
type StoreName = Broken<'store'>['store'];

/** The quota of an owner in bytes: small, so that it is soon full. */
export const QUOTA_BYTES = 2 * 1024 * 1024;

const SHIFTED_CLOCK = join(import.meta.dirname, 'shifted-clock.ts');

/** SIGQUIT makes PostgreSQL end at once, without a checkpoint, so that it recovers when it starts. */
const ENDING: Record<StoreName, NodeJS.Signals> = {
  redis: 'SIGKILL',
  postgres: 'SIGQUIT',
  'object-store': 'SIGKILL',
};

const WAY_FAULTS: Record<WayFault, (way: TcpProxy, breakage: Broken<'way'>) => void> = {
  cut: (way) => way.cut(),
  'half-open': (way) => way.stall(),
  frozen: (way) => way.freeze(),
  'one-way': (way) => way.mute(),
  delayed: (way, { latencyMs }) => way.slow(latencyMs),
  refused: (way) => way.refuse(),
  'cut in an answer': (way, { bytes }) => way.cutAfter(bytes),
  'answering 503': (way) => way.answerAll(SERVICE_UNAVAILABLE),
};

/** The settings by which the parts find the stores. */
const SETTING_OF = {
  Redis: 'REDIS_URL',
  PostgreSQL: 'DATABASE_URL',
  'object store': 'S3_ENDPOINT',
};

/** A whole stack whose processes, stores and connections to the stores (ways) can be broken. */
export class BrokenStack {
  readonly running: RunningStack;
  private readonly ways: ReadonlyMap<string, TcpProxy>;
  private readonly crashes: CrashPoints;
  private readonly restarting = new Set<StoreName>();

  private constructor(
    running: RunningStack,
    ways: ReadonlyMap<string, TcpProxy>,
    crashes: CrashPoints,
  ) {
    this.running = running;
    this.ways = ways;
    this.crashes = crashes;
  }

  static async start(): Promise<BrokenStack> {
    const ways = new Map<string, TcpProxy>();
    const running = await RunningStack.start({
      replicas: Object.fromEntries(PARTS.map((part) => [part, REPLICAS])),
      passed: { EMAIL_VERIFICATION: 'off', STORAGE_QUOTA_BYTES: String(QUOTA_BYTES) },
      rewire: async (plan) => {
        for (const way of WAYS.flatMap(waysOf))
          ways.set(way, await TcpProxy.to(() => addressOf(plan, way)));
      },
      within: async (parts, plan) => {
        await keepEveryCommit(plan);
        const crashing = new CrashPoints(plan.dataDir).within(parts);
        return crashing.map((part) => throughProxies(withOwnClock(part), ways));
      },
    });
    return new BrokenStack(running, ways, new CrashPoints(running.plan.dataDir));
  }

  async end(): Promise<void> {
    await this.running.end();
    for (const way of this.ways.values()) await way.close();
  }

  /** Causes the fault, and resolves when it is over. */
  async suffer({ breakage, afterMs, forMs }: PlannedFault): Promise<void> {
    await delay(afterMs);
    switch (breakage.kind) {
      case 'killed':
        return this.ifThere(breakage.replica, breakage.signal);
      case 'frozen':
        this.ifThere(breakage.replica, 'SIGSTOP');
        await delay(forMs);
        return this.ifThere(breakage.replica, 'SIGCONT');
      case 'taken away':
        return this.takeAway(breakage.replica, forMs);
      case 'clock':
        return this.setClock(breakage, forMs);
      case 'way':
        return this.breakWays(breakage, forMs);
      case 'store':
        return this.restart(breakage, forMs);
      case 'crash':
        await this.crashes.arm(breakage.point);
        await delay(forMs);
        return this.crashes.disarm();
    }
  }

  private async takeAway(replica: string, forMs: number): Promise<void> {
    const part = replica.replace(/-\d+$/, '');
    this.running.stack.hold(part);
    this.ifThere(replica, 'SIGTERM');
    await delay(forMs);
    this.running.stack.release(part);
  }

  private async setClock({ replica, shiftMs }: Broken<'clock'>, forMs: number): Promise<void> {
    const file = clockFile(this.running.plan, replica);
    await writeFile(file, String(shiftMs));
    await delay(forMs);
    await rm(file, { force: true });
  }

  private async breakWays(breakage: Broken<'way'>, forMs: number): Promise<void> {
    const broken = [...this.ways].filter(([name]) => breakage.ways.includes(name));
    for (const [, way] of broken) WAY_FAULTS[breakage.fault](way, breakage);
    await delay(forMs);
    for (const [, way] of broken) way.heal();
  }

  private async restart({ store, data }: Broken<'store'>, forMs: number): Promise<void> {
    if (this.restarting.has(store)) return;
    this.restarting.add(store);
    const { stack, plan } = this.running;
    const folder = dataFolder(plan, store);
    const older = `${folder}-older`;
    if (data === 'older') await cp(folder, older, { recursive: true });
    await delay(forMs / 2);
    stack.hold(store);
    await this.running.endProcess(store, ENDING[store]);
    if (data !== 'kept') await rm(folder, { recursive: true });
    if (data === 'lost') await mkdir(folder);
    if (data === 'older') await rename(older, folder);
    await delay(forMs / 2);
    stack.release(store);
    await eventually(() => this.answers(store), 30_000);
    this.restarting.delete(store);
  }

  private answers(store: StoreName): Promise<void> {
    const { plan } = this.running;
    if (store === 'postgres') return databaseAnswers(plan.adminDatabaseUrl);
    return store === 'redis' ? redisAnswers(plan.ports.redis) : portAnswers(plan.ports.objectStore);
  }

  /** Sends the signal unless another fault has ended the process. */
  private ifThere(name: string, signal: NodeJS.Signals): void {
    if (this.running.replicasOf(name).includes(name)) this.running.signal(name, signal);
  }
}

function addressOf({ ports }: Plan, way: string): string {
  if (way.endsWith('Redis')) return `tcp://127.0.0.1:${ports.redis}`;
  return `tcp://127.0.0.1:${way.endsWith('PostgreSQL') ? ports.postgres : ports.objectStore}`;
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

const throughProxies = (part: Part, ways: ReadonlyMap<string, TcpProxy>): Part =>
  withCommand(part, (command, _plan, replica) => {
    const env = { ...command.env };
    const name = processName(part, replica);
    for (const [way, proxy] of ways) {
      const [who = '', store = ''] = way.split(/ to (?:the )?/);
      const setting = SETTING_OF[store as keyof typeof SETTING_OF];
      const url = env[setting];
      if (url === undefined || (who !== name && who !== 'everybody')) continue;
      const rewired = new URL(url);
      rewired.host = proxy.address;
      env[setting] = rewired.href.replace(/\/$/, '');
    }
    return { ...command, env };
  });
