import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

import { lightProgram } from './programs.ts';

/**
 * Starts the program that ends what a killed runner leaves behind: it waits for the end of its input, which only this
 * process holds. A shell waits, because it takes far less memory than Node, which it starts only then.
 */
export function startOrphanReaper(dataDir: string): ChildProcess {
  const args = [dataDir, String(process.pid)];
  const reaper = lightProgram('stack/orphan-reaper.ts', 1, { args });
  const waiting = process.platform === 'win32' ? [] : ['sh', '-c', 'read -r _; exec "$@"', 'sh'];
  const [file = '', ...rest] = [...waiting, reaper.file, ...reaper.args];
  const child = spawn(file, rest, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  (child.stdin as Socket).unref();
  return child;
}
