import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CHECKOUT = join(import.meta.dirname, '../../..');
const LAST_LINES = 15;

interface Start {
  /** Default: this checkout. */
  folder?: string;
  args?: string[];
  /** All that it gets of the environment. */
  env: NodeJS.ProcessEnv;
}

export type Runner = ReturnType<typeof npmStart>;

/** Runs what `npm start` runs in a checkout, without the npm that would wait beside it. */
export function npmStart({ folder = CHECKOUT, args = [], env }: Start) {
  const child = spawn(process.execPath, [...startScript(folder), ...args], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  let isRunning = true;
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    isRunning = false;
    return code;
  });

  /** Resolves once it has printed a text. @throws with its last lines when it ends instead */
  async function prints(text: string): Promise<void> {
    while (!output.includes(text)) {
      if (!isRunning) throw new Error(`npm start has ended:\n${lastLines(output)}`);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  }

  return {
    prints,
    ready: () => prints('Studiolo is ready'),
    output: () => output,
    /** Ends it with all that it has started; gives its exit code. */
    end(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** The arguments of Node in the script `start`. */
function startScript(folder: string): string[] {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1);
}

const lastLines = (output: string) => output.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
