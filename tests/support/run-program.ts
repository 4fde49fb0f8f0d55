import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { ROOT } from '@studiolo/infra/stack/programs';

interface Surroundings {
  /** Default: the checkout. */
  cwd?: string;
  /** Besides the environment of this process. */
  env?: Record<string, string>;
  /** What it reads from its standard input. */
  input?: string;
}

export interface Ending {
  /** Null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both, in the order in which they were written. */
  text: string;
}

/** Runs a program to its end. */
export async function runProgram(
  file: string,
  args: string[],
  { cwd = ROOT, env = {}, input = '' }: Surroundings = {},
): Promise<Ending> {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  // A program may end without reading its input.
  child.stdin.on('error', () => undefined).end(input);
  const ending = { stdout: '', stderr: '', text: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      ending[name] += chunk.toString();
      ending.text += chunk.toString();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...ending };
}

/** The same; gives what the program printed to its standard output, or throws what it printed when it fails. */
export async function outputOf(file: string, args: string[], around?: Surroundings) {
  const { code, stdout, text } = await runProgram(file, args, around);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}: ${text}`);
  return stdout.trim();
}
