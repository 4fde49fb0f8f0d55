import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { ROOT } from '@studiolo/infra/stack/programs';

interface Surroundings {
  /** Default: the checkout. */
  cwd?: string;
  /** Besides the environment of this process. */
  env?: Record<string, string>;
}

/** Runs a program to its end; gives its exit code, null after a signal, and all it wrote. */
export async function runProgram(
  file: string,
  args: string[],
  { cwd = ROOT, env = {} }: Surroundings = {},
): Promise<{ code: number | null; text: string }> {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  child.stdin.end();
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}
