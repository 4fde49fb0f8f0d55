import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { dataFolder } from '@studiolo/infra/stack/plan';
import { databaseAnswers, redisAnswers } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import type { Random } from '../support/random.ts';
import { RunningStack } from '../support/running-stack.ts';

export type Replicas = Partial<Record<'auth' | 'projects' | 'storage' | 'gateway', number>>;

/** Something that is broken for a while, and whole again when `run` resolves. */
export interface Fault {
  name: string;
  run: (forMs: number) => Promise<void>;
}

const SERVICE_UNAVAILABLE =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** A whole stack whose processes can be ended and frozen and whose ways to its stores can be broken. */
export class BrokenStack {
  readonly running: RunningStack;
  private readonly ways: Record<'Redis' | 'PostgreSQL' | 'object store', TcpProxy>;

  private constructor(running: RunningStack, ways: BrokenStack['ways']) {
    this.running = running;
    this.ways = ways;
  }

  static async start(replicas: Replicas): Promise<BrokenStack> {
    let ways: BrokenStack['ways'] | undefined;
    const running = await RunningStack.start({
      replicas,
      passed: { EMAIL_VERIFICATION: 'off' },
      rewire: async (plan) => {
        const to = (port: number) => TcpProxy.to(() => `tcp://127.0.0.1:${port}`);
        ways = {
          Redis: await to(plan.ports.redis),
          PostgreSQL: await to(plan.ports.postgres),
          'object store': await to(plan.ports.objectStore),
        };
        plan.redisUrl = `redis://${ways.Redis.address}`;
        plan.objectStore.endpoint = `http://${ways['object store'].address}`;
        const database = new URL(plan.adminDatabaseUrl);
        database.host = ways.PostgreSQL.address;
        plan.adminDatabaseUrl = database.href;
      },
    });
    if (!ways) throw new Error('The stack was not rewired');
    return new BrokenStack(running, ways);
  }

  async end(): Promise<void> {
    await this.running.end();
    for (const way of Object.values(this.ways)) await way.close();
  }

  /** One of all faults there are, told by the random series alone. */
  fault(random: Random): Fault {
    const endedProcess = () => this.endedProcess(random);
    const brokenWay = () => this.brokenWay(random);
    const frozenProcess = () => this.frozenProcess(random);
    const restartedStore = () => this.restartedStore(random);
    const kinds = [endedProcess, endedProcess, brokenWay, brokenWay, frozenProcess, restartedStore];
    return random.pick(kinds)();
  }

  private endedProcess(random: Random): Fault {
    const name = this.replica(random);
    const signal = random.pick(['SIGKILL', 'SIGTERM'] as const);
    return { name: `${signal} to ${name}`, run: () => this.ifThere(name, signal) };
  }

  private frozenProcess(random: Random): Fault {
    const name = this.replica(random);
    return {
      name: `${name} frozen`,
      run: async (forMs) => {
        await this.ifThere(name, 'SIGSTOP');
        await delay(forMs);
        await this.ifThere(name, 'SIGCONT');
      },
    };
  }

  private brokenWay(random: Random): Fault {
    const names = Object.keys(this.ways) as (keyof BrokenStack['ways'])[];
    const name = random.pick(names);
    const bytes = random.between(1_000, 200_000);
    const breaks: Record<string, (way: TcpProxy) => void> = {
      'connections cut': (way) => way.cut(),
      'connections stalled': (way) => way.stall(),
      frozen: (way) => way.freeze(),
      'connections refused': (way) => way.refuse(),
      'connections cut in the middle of an answer': (way) => way.cutAfter(bytes),
      ...(name === 'object store' && {
        'answering 503': (way: TcpProxy) => way.answerAll(SERVICE_UNAVAILABLE),
      }),
    };
    const what = random.pick(Object.keys(breaks));
    return {
      name: `${name} ${what}`,
      run: async (forMs) => {
        breaks[what]?.(this.ways[name]);
        await delay(forMs);
        this.ways[name].heal();
      },
    };
  }

  private restartedStore(random: Random): Fault {
    const { plan } = this.running;
    const redis = () => redisAnswers(plan.ports.redis);
    const withoutData = async () => {
      const folder = dataFolder(plan, 'redis');
      await rm(folder, { recursive: true });
      await mkdir(folder);
    };
    return random.pick<Fault>([
      { name: 'Redis restarted', run: (forMs) => this.restart('redis', redis, forMs) },
      {
        name: 'Redis restarted without its data',
        run: (forMs) => this.restart('redis', redis, forMs, withoutData),
      },
      {
        name: 'PostgreSQL restarted',
        run: (forMs) => this.restart('postgres', () => databaseAnswers(this.databaseUrl()), forMs),
      },
    ]);
  }

  private async restart(
    name: 'redis' | 'postgres',
    answers: () => Promise<void>,
    forMs: number,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { stack } = this.running;
    if (this.running.replicasOf(name).length === 0) return;
    stack.hold(name);
    await this.running.endProcess(name, name === 'redis' ? 'SIGKILL' : 'SIGINT');
    await meanwhile();
    await delay(forMs);
    stack.release(name);
    await eventually(answers, 30_000);
  }

  /** Past the proxy, which may be broken. */
  private databaseUrl(): string {
    const { adminDatabaseUrl, ports } = this.running.plan;
    const url = new URL(adminDatabaseUrl);
    url.host = `127.0.0.1:${ports.postgres}`;
    return url.href;
  }

  private replica(random: Random): string {
    const part = random.pick(['auth', 'projects', 'storage', 'gateway'] as const);
    const count = this.running.plan.opsPorts[part].length;
    return count === 1 ? part : `${part}-${1 + Math.floor(random.next() * count)}`;
  }

  /** Another fault may have ended it, or it is starting again. */
  private ifThere(name: string, signal: NodeJS.Signals): Promise<void> {
    if (this.running.replicasOf(name).includes(name)) this.running.signal(name, signal);
    return Promise.resolve();
  }
}
