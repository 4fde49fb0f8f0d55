import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Measure, Measurement } from './callers.js';
import type { Contender } from './contenders.js';

const REGISTER = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');
/** Linux counts processor time in hundredths of a second. */
const MICROS_PER_TICK = 10_000;

export async function start(
  script: 'callers.ts' | 'replica.ts',
  { folder, adapter, address }: Contender,
): Promise<ChildProcess> {
  const options = { cwd: folder, execArgv: ['--import', REGISTER] };
  const child = fork(join(folder, script), [adapter.href, JSON.stringify(address)], options);
  const [first] = (await once(child, 'message')) as [unknown];
  if (first !== 'ready') throw new Error(`${script} did not start`);
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Microseconds of processor time the process has used so far; not a number where there is no `/proc`. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) * MICROS_PER_TICK;
}

export async function measure(callers: ChildProcess, order: Measure): Promise<Measurement> {
  callers.send(order);
  const [answer] = (await once(callers, 'message')) as [
    { measurement?: Measurement; error?: string },
  ];
  if (!answer.measurement) throw new Error(answer.error);
  return answer.measurement;
}

export interface FullMeasurement extends Measurement {
  /** Microseconds of processor time per request: caller, replica and broker. */
  readonly cpuMicros: number;
}

/** A contender with its one replica and its one calling process. */
export class RunningContender {
  private constructor(
    readonly contender: Contender,
    private readonly replica: ChildProcess,
    private readonly callers: ChildProcess,
  ) {}

  static async start(contender: Contender): Promise<RunningContender> {
    const replica = await start('replica.ts', contender);
    return new RunningContender(contender, replica, await start('callers.ts', contender));
  }

  /** Measures, and adds the processor time of all processes for a request. */
  async measure(order: Measure): Promise<FullMeasurement> {
    const pids = [this.replica.pid, this.callers.pid, this.contender.brokerPid];
    const spent = async () => {
      const all = await Promise.all(pids.filter((pid) => pid !== undefined).map(cpuOf));
      return all.reduce((sum, micros) => sum + micros, 0);
    };
    const before = await spent();
    const measurement = await measure(this.callers, order);
    return { ...measurement, cpuMicros: ((await spent()) - before) / measurement.requests };
  }

  async stop(): Promise<void> {
    await Promise.all([stop(this.callers), stop(this.replica)]);
    await this.contender.remove?.();
  }
}
