import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Redis } from 'ioredis';

import type { Measure, Measurement } from './callers.js';
import type { Addresses, ReplicaLimits, TransportName } from './transports.js';

const REGISTER = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');

async function start(script: string, args: readonly string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, script), args, { execArgv: ['--import', REGISTER] });
  const [first] = (await once(child, 'message')) as [unknown];
  if (first !== 'ready') throw new Error(`${script} did not start`);
  return child;
}

export function startReplica(
  transport: TransportName,
  addresses: Addresses,
  limits: ReplicaLimits = {},
): Promise<ChildProcess> {
  return start('replica.ts', [transport, JSON.stringify(addresses), JSON.stringify(limits)]);
}

/** Microseconds of processor time the process has used so far. */
async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [usage] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return usage.user + usage.system;
}

/** The same for Redis, by its own INFO. */
async function cpuOfRedis(redis: Redis): Promise<number> {
  const info = await redis.info('cpu');
  const seconds = [...info.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)].map(([, value]) =>
    Number(value),
  );
  return seconds.reduce((sum, value) => sum + value, 0) * 1e6;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

export interface FullMeasurement extends Measurement {
  /** Microseconds of processor time per request: caller, replica and Redis. */
  readonly cpuMicros: number;
}

/** The one process that calls. */
export class Callers {
  private constructor(private readonly child: ChildProcess) {}

  static async start(addresses: Addresses): Promise<Callers> {
    return new Callers(await start('callers.ts', [JSON.stringify(addresses)]));
  }

  /** Measures, and adds the processor time of all processes for a request. */
  async measureWithCpu(
    order: Measure,
    replica: ChildProcess,
    redis: Redis,
  ): Promise<FullMeasurement> {
    const spent = async () =>
      (await cpuOf(this.child)) + (await cpuOf(replica)) + (await cpuOfRedis(redis));
    const before = await spent();
    const measurement = await this.measure(order);
    return { ...measurement, cpuMicros: ((await spent()) - before) / measurement.requests };
  }

  async measure(order: Measure): Promise<Measurement> {
    this.child.send(order);
    const [answer] = (await once(this.child, 'message')) as [
      { measurement?: Measurement; error?: string },
    ];
    if (!answer.measurement) throw new Error(answer.error);
    return answer.measurement;
  }

  stop(): Promise<void> {
    return stop(this.child);
  }
}
