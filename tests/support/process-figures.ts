import { readFile, writeFile } from 'node:fs/promises';

import type { RunningStack } from './running-stack.ts';

const KIB_OF_MIB = 1024;

/** Resets what a process' highest memory is counted from: this is what Linux takes the 5 for. */
const resetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);

async function peakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return Math.round(Number(kib) / KIB_OF_MIB);
}

/** The highest resident memory of processes from one moment on, where Linux' /proc tells it. */
export class MemoryWatch {
  private readonly pids: ReadonlyMap<string, number>;

  private constructor(pids: ReadonlyMap<string, number>) {
    this.pids = pids;
  }

  /** From now on; a process that is started again is no longer watched. */
  static of(stack: RunningStack, names: readonly string[]): MemoryWatch {
    return new MemoryWatch(new Map(names.map((name) => [name, stack.pidOf(name)])));
  }

  /** Counts from now on. */
  async reset(): Promise<void> {
    await Promise.all([...this.pids.values()].map(resetPeak));
  }

  /** In MiB. */
  async peakOf(name: string): Promise<number> {
    const pid = this.pids.get(name);
    return pid === undefined ? Number.NaN : peakMiB(pid);
  }
}

/** The 99th percentile of a process's event-loop lag since this was last asked. */
export async function eventLoopLagMs(opsPort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  const line = /^nodejs_eventloop_lag_p99_seconds\{[^}]*\} (\S+)$/m.exec(await answer.text());
  return Math.round(Number(line?.[1]) * 1000);
}
