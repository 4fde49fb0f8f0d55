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
export function stackConsole() {
  const waiting = new Set<string>();
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const reminder = setInterval(() => {
    if (waiting.size > 0)
      console.log(`  … waiting for ${[...waiting].join(', ')} (${seconds()} s)`);
  }, REMIND_EVERY_MS);
  const events: StackEvents = {
    starting: ({ title }) => waiting.add(title),
    ready: ({ title }, took, address = '') => {
      waiting.delete(title);
      const time = `${took.toFixed(1).padStart(5)} s`;
      console.log(`  ready  ${title.padEnd(14)} ${time}  ${address}`.trimEnd());
    },
    line: (name, line) => {
      const shown = name === 'build' ? buildProgress(line) : readableWarning(name, line);
      if (shown) console.log(shown);
    },
    back: (name, took) => console.log(`  ${name} is back (${took.toFixed(1)} s)`),
    died: (name, ending, lastLines) => {
      console.log(`  ${name} ended unexpectedly (${ending}). Its last lines:`);
      console.log(lastLines.replaceAll(/^/gm, '    '));
    },
  };
  return { events, seconds, quiet: () => clearInterval(reminder) };
}
