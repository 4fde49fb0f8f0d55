// Processor time and memory of processes and all that they have started, as Linux counts them.
import { readdirSync, readFileSync } from 'node:fs';

/** `_SC_CLK_TCK` of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processes by the part of the system they belong to. */
export type Groups = Readonly<Record<string, readonly number[]>>;

/** Undefined for a process that has ended meanwhile. */
function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat after the name, which is in brackets and may hold any character. */
const fieldsOf = (pid: number): string[] => read(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? [];

const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

/** User and system time in milliseconds, also of children that have ended. */
const msOf = (pid: number): number =>
  fieldsOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + (Number(ticks) * 1000) / TICKS_PER_SECOND, 0);

/** Proportional share of memory in MiB: shared pages count once among those who share them. */
const mibOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup') ?? '')?.[1] ?? 0) / 1024;

/** The processes and all their descendants. */
function family(roots: readonly number[]): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = Map.groupBy(pids, parentOf);
  const withChildren = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap(withChildren),
  ];
  return roots.flatMap(withChildren);
}

/** A figure of each group's processes and all that they have started, summed. */
const totals = (groups: Groups, figure: (pid: number) => number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, roots]) => [
      name,
      family(roots).reduce((sum, pid) => sum + figure(pid), 0),
    ]),
  );

/** Milliseconds of processor time so far of each group, in steps of 10 ms. */
export const cpuSoFar = (groups: Groups): Record<string, number> => totals(groups, msOf);

export const memoryMiB = (groups: Groups): number =>
  Object.values(totals(groups, mibOf)).reduce((sum, mib) => sum + mib, 0);

/** Memory in MiB of a process and all that it has started, by names; what has none counts with the process that started it. */
export function memoryByName(
  root: number,
  names: ReadonlyMap<number, string>,
): Map<string, number> {
  const byName = new Map<string, number>();
  for (const pid of family([root])) {
    let named = pid;
    while (named !== root && !names.has(named)) named = parentOf(named);
    const name = names.get(named) ?? 'npm start';
    byName.set(name, (byName.get(name) ?? 0) + mibOf(pid));
  }
  return byName;
}

/** The npm that has started a process as a script; otherwise the process itself. */
export function npmOf(pid: number): number {
  const npm = parentOf(parentOf(pid));
  return /^npm\b/.test(read(npm, 'cmdline') ?? '') ? npm : pid;
}
