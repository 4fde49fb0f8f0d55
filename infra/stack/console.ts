import type { Part } from './parts.ts';
import type { StackEvents } from './stack.ts';

const WARN = 40;
const REMIND_EVERY_MS = 5_000;

/** A service's JSON log entry as a readable line, if it is a warning or worse. */
export function readableWarning(name: string, line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as {
      level?: number;
      msg?: string;
      err?: { message?: string };
    };
    if (entry.level === undefined || entry.level < WARN) return undefined;
    const level = entry.level > WARN ? 'error' : 'warning';
    const cause = entry.err?.message ? ` (${entry.err.message})` : '';
    return `  ${name}: ${level}: ${entry.msg ?? ''}${cause}`;
  } catch {
    return undefined;
  }
}

/** The line for a project that Nx has built or taken from its cache. */
function buildProgress(line: string): string | undefined {
  const task = /^✔ +nx run (\S+):build(.*cache\])?/.exec(line);
  return task ? `  built  ${task[1]}${task[2] ? ' (unchanged)' : ''}` : undefined;
}

/** Prints the start and the failures of a stack on the terminal. */
export class StackConsole {
  private readonly waiting = new Set<string>();
  private readonly began = performance.now();
  private readonly reminder = setInterval(() => this.remind(), REMIND_EVERY_MS);

  readonly events: StackEvents = {
    starting: (part) => this.waiting.add(part.title),
    ready: (part, seconds, address) => this.ready(part, seconds, address),
    line: (name, line) => {
      const shown = name === 'build' ? buildProgress(line) : readableWarning(name, line);
      if (shown) console.log(shown);
    },
    back: (name, seconds) => console.log(`  ${name} is back (${seconds.toFixed(1)} s)`),
    died: (name, ending, lastLines) => {
      console.log(`  ${name} ended unexpectedly (${ending}). Its last lines:`);
      console.log(lastLines.replaceAll(/^/gm, '    '));
    },
  };

  /** Seconds since the start. */
  seconds(): string {
    return ((performance.now() - this.began) / 1000).toFixed(1);
  }

  quiet(): void {
    clearInterval(this.reminder);
  }

  private ready(part: Part, seconds: number, address = ''): void {
    this.waiting.delete(part.title);
    const time = `${seconds.toFixed(1).padStart(5)} s`;
    console.log(`  ready  ${part.title.padEnd(14)} ${time}  ${address}`.trimEnd());
  }

  private remind(): void {
    if (this.waiting.size === 0) return;
    console.log(`  … waiting for ${[...this.waiting].join(', ')} (${this.seconds()} s)`);
  }
}
