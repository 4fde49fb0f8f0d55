import { stripVTControlCharacters } from 'node:util';

const PROGRESS_EVERY_MS = 15_000;
const LONGEST_LINE = 70;

interface Shown {
  began: number;
  output: string;
}

const lastLine = (output: string): string =>
  stripVTControlCharacters(output).trimEnd().split('\n').at(-1)?.trim().slice(0, LONGEST_LINE) ??
  '';

/**
 * Shows programs that run side by side: what each has written in one piece when it has ended, and in between, every
 * 15 seconds, what each is at.
 */
export class RunConsole {
  private readonly running = new Map<string, Shown>();
  private readonly timer = setInterval(() => this.progress(), PROGRESS_EVERY_MS);
  private readonly print: (text: string) => void;

  constructor(print: (text: string) => void = console.log) {
    this.print = print;
  }

  async show<Result>(
    name: string,
    run: (onOutput: (text: string) => void) => Promise<Result>,
  ): Promise<Result> {
    const shown: Shown = { began: performance.now(), output: '' };
    this.running.set(name, shown);
    this.print(`… ${name} has begun`);
    try {
      return await run((text) => (shown.output += text));
    } finally {
      this.running.delete(name);
      this.print(`\n=== ${name}, ${secondsSince(shown.began)} s ===\n${shown.output.trimEnd()}\n`);
    }
  }

  /** Says what each program is at. */
  progress(): void {
    for (const [name, { began, output }] of this.running) {
      this.print(`… ${name}, ${secondsSince(began)} s: ${lastLine(output)}`.trimEnd());
    }
  }

  end(): void {
    clearInterval(this.timer);
  }
}

const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(0);
