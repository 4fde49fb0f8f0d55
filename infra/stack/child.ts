import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The command that starts one process. */
export interface Command {
  file: string;
  args: string[];
  /** Added to the environment of the runner. */
  env?: Record<string, string>;
  cwd?: string;
  /** User to run as; used for PostgreSQL, which refuses to run as root. */
  uid?: number;
  gid?: number;
  /** Signal for a clean end; SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
}

const KEPT_LINES = 40;
const LONGEST_LOG_BYTES = 10 * 1024 * 1024;

/** Renames a long log to `.old`, replacing the previous one. */
function rotateLog(file: string): void {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > LONGEST_LOG_BYTES) renameSync(file, `${file}.old`);
}

/** One running process, its log file and its last lines. */
export class Child {
  readonly name: string;
  readonly exited: Promise<string>;
  readonly pid: number;
  readonly stopSignal: NodeJS.Signals;
  /** How it ended (`code 1`, `SIGKILL`), or undefined while it runs. */
  ending: string | undefined;
  private readonly process: ChildProcess;
  private readonly lines: string[] = [];

  constructor(
    name: string,
    command: Command,
    log: { file: string; onLine: (line: string) => void },
  ) {
    const { file, args, env, stopSignal = 'SIGTERM', ...rest } = command;
    this.name = name;
    this.stopSignal = stopSignal;
    this.process = spawn(file, args, {
      ...rest,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that Ctrl-C reaches only the runner, which then ends everything in order.
      detached: true,
    });
    this.pid = this.process.pid ?? 0;
    this.follow(log);
    this.exited = new Promise((resolve) => {
      const end = (how: string) => {
        this.ending ??= how;
        resolve(this.ending);
      };
      this.process.once('error', (error) => {
        this.lines.push(error.message);
        end(error.message);
      });
      this.process.once('close', (code, signal) => end(signal ?? `code ${code}`));
    });
  }

  lastLines(): string {
    return this.lines.join('\n');
  }

  /** Asks the process to end and, after `graceMs`, kills its process group. */
  async stop(graceMs: number): Promise<void> {
    if (this.ending !== undefined) return;
    this.process.kill(this.stopSignal);
    const timer = setTimeout(() => this.killGroup(), graceMs);
    await this.exited;
    clearTimeout(timer);
  }

  private killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      this.process.kill('SIGKILL');
    }
  }

  private follow(log: { file: string; onLine: (line: string) => void }): void {
    rotateLog(log.file);
    const file = createWriteStream(log.file, { flags: 'a' });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        file.write(`${line}\n`);
        if (line !== this.lines.at(-1)) this.lines.push(line);
        if (this.lines.length > KEPT_LINES) this.lines.shift();
        log.onLine(line);
      });
    }
    this.process.once('close', () => file.end());
  }
}
