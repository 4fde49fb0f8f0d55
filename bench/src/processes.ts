// Processor time and memory of processes and all that they have started, as Linux counts them.
import { readdirSync, readFileSync } from 'node:fs';

/** `_SC_CLK_TCK` of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  parent: number;
  /** User and system time, also of children that have ended. */
  ms: number;
}

/** The fields of /proc/<pid>/stat after the name, which is in brackets and may hold any character. */
export function parseStat(stat: string): ProcessTimes {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  return { parent: Number(fields[1]), ms: (ticks * 1000) / TICKS_PER_SECOND };
}

/** Sum of `Pss:` in /proc/<pid>/smaps_rollup, in MiB: shared pages count once among those who share them. */
export function parsePss(rollup: string): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/** Undefined for a process that has ended meanwhile. */
function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function allProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? read(pid, 'stat') : undefined;
    if (stat !== undefined) processes.set(pid, parseStat(stat));
  }
  return processes;
}

/** The processes and all their descendants, each once. */
export function withDescendants(
  roots: readonly number[],
  parents: ReadonlyMap<number, { parent: number }>,
): number[] {
  const children = new Map<number, number[]>();
  for (const [pid, { parent }] of parents)
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found = new Set<number>();
  const visit = (pid: number) => {
    if (found.has(pid)) return;
    found.add(pid);
    children.get(pid)?.forEach(visit);
  };
  roots.filter((pid) => parents.has(pid)).forEach(visit);
  return [...found];
}

/** Processes by the part of the system they belong to. */
export type Groups = Readonly<Record<string, readonly number[]>>;

/** Milliseconds of processor time that each group has used so far, in steps of 10 ms. */
export function cpuOf(groups: Groups): Record<string, number> {
  const all = allProcesses();
  return mapValues(groups, (roots) =>
    withDescendants(roots, all).reduce((sum, pid) => sum + (all.get(pid)?.ms ?? 0), 0),
  );
}

/** MiB of memory of each group. */
export function memoryOf(groups: Groups): Record<string, number> {
  const all = allProcesses();
  return mapValues(groups, (roots) =>
    withDescendants(roots, all).reduce(
      (sum, pid) => sum + parsePss(read(pid, 'smaps_rollup') ?? ''),
      0,
    ),
  );
}

function mapValues(
  groups: Groups,
  valueOf: (roots: readonly number[]) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(groups).map(([name, roots]) => [name, valueOf(roots)]));
}
