import { readFile, writeFile } from 'node:fs/promises';
import type { BatteryStack } from './battery-stack.ts';

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
  static of(stack: BatteryStack, names: readonly string[]): MemoryWatch {
    return new MemoryWatch(new Map(names.map((name) => [name, stack.pidOf(name)])));
  }

  /** Counts from now on. */
  async reset(): Promise<void> {
    await Promise.all([...this.pids.values()].map(resetPeak));
  }

  async peaks(): Promise<{ sentence: string; mib: (name: string) => number }> {
    const entries = await Promise.all(
      [...this.pids].map(async ([name, pid]) => [name, await peakMiB(pid)] as const),
    );
    const peaks = new Map(entries);
    return {
      sentence: entries.map(([name, mib]) => `${name} ${mib} MiB`).join(', '),
      mib: (name) => peaks.get(name) ?? Number.NaN,
    };
  }
}

/** Reads the metrics of a process, and by that has its event-loop lag counted anew. */
export async function eventLoopLagMs(opsPort: number): Promise<{ p99: number; max: number }> {
  const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  const text = await answer.text();
  const ms = (name: string) => {
    const line = new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\{[^}]*\\} (\\S+)$`, 'm');
    return Math.round(Number(line.exec(text)?.[1]) * 1000);
  };
  return { p99: ms('p99'), max: ms('max') };
}
