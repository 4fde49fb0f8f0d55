import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Child } from './child.ts';

/** Contents of `stack.json`: the runner of this data folder's stack and the processes it has started. */
interface StackFile {
  runner: Identity;
  parts: (Identity & { name: string; signal?: NodeJS.Signals })[];
  addresses?: Record<string, string>;
}

/** A process id with its start time, since the system reuses ids. */
interface Identity {
  pid: number;
  startedAt: string;
}

const LEFTOVERS_GRACE_MS = 8_000;

/** The start time of a process in the system's format, or '' if it has ended. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The third and the 22nd field; the second, in brackets, may contain spaces.
      const { 0: state, 19: start = '' } = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? '' : start;
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

const identify = (pid: number): Identity => ({ pid, startedAt: startOf(pid) });
const isAlive = ({ pid, startedAt }: Identity): boolean =>
  startedAt !== '' && startOf(pid) === startedAt;

export type StackLock = Awaited<ReturnType<typeof lockDataFolder>>;

/**
 * Prevents a second stack on the same data folder, and gives other programs the addresses of the running one. First ends
 * processes that a dead runner left running.
 * @throws Error if a running stack has the folder
 */
export async function lockDataFolder(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const file = fileIn(dataDir);
  const content: StackFile = { runner: identify(process.pid), parts: [] };
  if (!create(file, content)) {
    const other = readStackFile(dataDir);
    if (other && isAlive(other.runner)) {
      throw new Error(
        `Another stack (process ${other.runner.pid}) is running on ${dataDir}. End it first, or set DATA_DIR to another folder.`,
      );
    }
    await endLeftovers(other ?? { parts: [] });
    rmSync(file, { force: true });
    if (!create(file, content)) throw new Error(`Another stack has just started on ${dataDir}.`);
  }
  return {
    /** Records the running processes and their addresses. */
    update(
      running: Pick<Child, 'name' | 'pid' | 'stopSignal'>[],
      addresses: Record<string, string>,
    ): void {
      const parts = running.map(({ name, pid, stopSignal: signal }) => ({
        ...{ name, signal, ...identify(pid) },
      }));
      // The folder may have been deleted, and Ctrl-C still has to end the stack.
      mkdirSync(dataDir, { recursive: true });
      // Renamed into place, so that readers never see a partial file.
      writeFileSync(`${file}.new`, JSON.stringify({ ...content, parts, addresses }, null, 2));
      renameSync(`${file}.new`, file);
    },
    release(): void {
      rmSync(file, { force: true });
    },
  };
}

/** False when the file is there already. */
function create(file: string, content: StackFile): boolean {
  try {
    writeFileSync(file, JSON.stringify(content, null, 2), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The addresses of the running stack of a data folder; undefined when none runs. */
export function addressesIn(dataDir: string): Record<string, string> | undefined {
  const content = readStackFile(dataDir);
  return content && isAlive(content.runner) ? (content.addresses ?? {}) : undefined;
}

/** Ends the processes that a dead runner has left running: asks them, and kills them 8 s later. */
export async function endLeftovers({ parts }: Pick<StackFile, 'parts'>): Promise<void> {
  const leftovers = parts.filter(isAlive);
  for (const { pid, signal } of leftovers) send(pid, signal);
  for (let waited = 0; waited < LEFTOVERS_GRACE_MS && leftovers.some(isAlive); waited += 100) {
    await delay(100);
  }
  // Each leads a process group: also kills the processes that it started.
  for (const { pid } of leftovers) send(-pid, 'SIGKILL');
}

function send(pid: number, signal?: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'stack.json');

export function readStackFile(dataDir: string): StackFile | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as StackFile;
  } catch {
    return undefined;
  }
}
