import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Child } from './child.ts';

/** Contents of `stack.json`: the runner of this data folder's stack and the processes it has started. */
interface StackFile {
  runner: Identity;
  parts: (Identity & { name: string })[];
  addresses?: Record<string, string>;
}

/** A process id with its start time, since the system reuses ids. */
interface Identity {
  pid: number;
  startedAt: string;
}

const LEFTOVERS_GRACE_MS = 9_000;

/** The start time of a process in the system's format, or '' if it has ended. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      // The 22nd field; the second, in brackets, may contain spaces.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

const identify = (pid: number): Identity => ({ pid, startedAt: startOf(pid) });
const isAlive = ({ pid, startedAt }: Identity): boolean =>
  startedAt !== '' && startOf(pid) === startedAt;

/** Prevents a second stack on the same data folder, and gives other programs the addresses of the running one. */
export class StackLock {
  private readonly file: string;
  private readonly content: StackFile;

  private constructor(file: string) {
    this.file = file;
    this.content = { runner: identify(process.pid), parts: [] };
  }

  /** Locks the data folder; throws if a running stack has it. First ends processes that a dead runner left running. */
  static async take(dataDir: string): Promise<StackLock> {
    mkdirSync(dataDir, { recursive: true });
    const lock = new StackLock(join(dataDir, 'stack.json'));
    if (lock.create()) return lock;
    const other = lock.read();
    if (other && isAlive(other.runner)) {
      throw new Error(
        `Another stack (process ${other.runner.pid}) is running on ${dataDir}. End it first, or set DATA_DIR to another folder.`,
      );
    }
    await endLeftovers(other?.parts ?? []);
    rmSync(lock.file, { force: true });
    if (!lock.create()) throw new Error(`Another stack has just started on ${dataDir}.`);
    return lock;
  }

  /** The addresses of the running stack of a data folder; undefined when none runs. */
  static running(dataDir: string): Record<string, string> | undefined {
    const content = new StackLock(join(dataDir, 'stack.json')).read();
    if (!content || !isAlive(content.runner)) return undefined;
    return content.addresses ?? {};
  }

  /** Records the running processes and their addresses. */
  update(running: Pick<Child, 'name' | 'pid'>[], addresses: Record<string, string>): void {
    this.content.parts = running.map(({ name, pid }) => ({ name, ...identify(pid) }));
    this.content.addresses = addresses;
    // Renamed into place, so that readers never see a partial file.
    writeFileSync(`${this.file}.new`, JSON.stringify(this.content, null, 2));
    renameSync(`${this.file}.new`, this.file);
  }

  release(): void {
    rmSync(this.file, { force: true });
  }

  private create(): boolean {
    try {
      writeFileSync(this.file, JSON.stringify(this.content, null, 2), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  private read(): StackFile | undefined {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as StackFile;
    } catch {
      return undefined;
    }
  }
}

async function endLeftovers(parts: Identity[]): Promise<void> {
  const left = () => parts.filter(isAlive);
  for (const { pid } of left()) process.kill(pid, 'SIGTERM');
  for (let waited = 0; waited < LEFTOVERS_GRACE_MS && left().length > 0; waited += 100) {
    await delay(100);
  }
  for (const { pid } of left()) process.kill(pid, 'SIGKILL');
}
