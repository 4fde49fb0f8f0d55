import { readFile, writeFile } from 'node:fs/promises';

const KIB_OF_MIB = 1024;

/** From now on, the peak of a process counts from what it uses now: this is what Linux takes the 5 for. */
export const resetPeakMemory = (pid: number): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);

/** Resident memory of a process in MiB: now (`VmRSS`), or the highest since its peak was reset (`VmHWM`). */
export async function memoryMiB(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return Math.round(Number(kib) / KIB_OF_MIB);
}

/** The 99th percentile of a process's event-loop lag since this was last asked. */
export async function eventLoopLagMs(opsPort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  const line = /^nodejs_eventloop_lag_p99_seconds\{[^}]*\} (\S+)$/m.exec(await answer.text());
  return Math.round(Number(line?.[1]) * 1000);
}
