import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';

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

/** A log that becomes `.old`, replacing the previous one, before it is longer than its limit. */
class LogFile {
  private readonly file: string;
  private readonly longestBytes: number;
  private stream: WriteStream;
  private bytes: number;
  private written: Promise<unknown> = Promise.resolve();

  constructor(file: string, longestBytes: number) {
    this.file = file;
    this.longestBytes = longestBytes;
    this.bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    this.stream = this.open();
  }

  add(line: string): void {
    const entry = Buffer.from(`${line}\n`);
    if (this.bytes > 0 && this.bytes + entry.length > this.longestBytes) this.rotate();
    this.bytes += entry.length;
    this.stream.write(entry);
  }

  /** Resolves when everything is in the files, or cannot be written. */
  end(): Promise<unknown> {
    const ended = finished(this.stream.end()).catch(() => undefined);
    return (this.written = Promise.all([this.written, ended]));
  }

  private rotate(): void {
    void this.end();
    renameSync(this.file, `${this.file}.old`);
    this.stream = this.open();
    this.bytes = 0;
  }

  /** Opened at once, so that what waits to be written goes into this file after it has been renamed. */
  private readonly open = () => createWriteStream('', { fd: openSync(this.file, 'a') });
}

export type Child = ReturnType<typeof startChild>;

interface Log {
  file: string;
  onLine: (line: string) => void;
  longestBytes?: number;
}

/** Starts a process, whose output goes to a log file. */
export function startChild(name: string, command: Command, log: Log) {
  const { file, args, env, stopSignal = 'SIGTERM', ...rest } = command;
  const child = spawn(file, args, {
    ...rest,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that Ctrl-C reaches only the runner, which then ends everything in order.
    detached: true,
  });
  const pid = child.pid ?? 0;
  const { lines, file: logFile } = follow(child, log);
  let ending: string | undefined;
  const exited = new Promise<string>((resolve) => {
    const end = async (how: string) => {
      ending ??= how;
      // Whoever waits for the end may read the log.
      await logFile.end();
      resolve(ending);
    };
    child.once('error', (error) => {
      lines.push(error.message);
      void end(error.message);
    });
    child.once('close', (code, signal) => void end(signal ?? `code ${code}`));
  });
  const killGroup = () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  return {
    ...{ name, pid, stopSignal, exited },
    /** How it ended (`code 1`, `SIGKILL`), or undefined while it runs. */
    ending: () => ending,
    lastLines: () => lines.join('\n'),
    /** Asks the process to end and, after `graceMs`, kills its process group. */
    async stop(graceMs: number): Promise<void> {
      if (ending !== undefined) return;
      child.kill(stopSignal);
      const timer = setTimeout(killGroup, graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Writes what a process prints to its log file; gives the file, and the last lines, which change as it goes on. */
function follow(child: ChildProcess, log: Log) {
  const lines: string[] = [];
  const file = new LogFile(log.file, log.longestBytes ?? LONGEST_LOG_BYTES);
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      file.add(line);
      if (line !== lines.at(-1)) lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      log.onLine(line);
    });
  }
  return { lines, file };
}
