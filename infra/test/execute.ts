import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../stack/programs.ts';

/** One Node program of a test run. */
export interface Program {
  args: string[];
  env?: Record<string, string>;
}

/** Settings that may stand in the reader's shell and must not change what the tests see. */
const FOREIGN =
  /^(DATABASE|REDIS|S3|SMTP|MAIL|GOOGLE|JWT|TRANSPORT|OTEL|OPERATOR)_|^(APP_PORT|PORT|DATA_DIR|APP_URL|API_URL|RATE_LIMITS|EMAIL_VERIFICATION|STORAGE_QUOTA_BYTES|MAX_FILE_BYTES|LOG_LEVEL|TRUST_PROXY|CONNECTIONS_PER_ADDRESS|OPS_(PORT|HOST)|SHUTDOWN_TIMEOUT_MS|NODE_ENV)$/;
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)),
);

const LAST_WORDS_MS = 2_000;
const running = new Set<ChildProcess>();

/** Whoever ends the run ends its programs; what these had started ends with them. */
function endWith(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
  process.exit(1);
}

function note(child: ChildProcess): void {
  if (running.size === 0) process.on('SIGTERM', endWith).on('SIGINT', endWith);
  running.add(child);
}

function forget(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.off('SIGTERM', endWith).off('SIGINT', endWith);
}

/**
 * Runs a program to its end; true when it ended with code 0. It writes to this terminal, unless `onOutput` takes
 * what it writes.
 */
export function execute(
  { args, env }: Program,
  onOutput?: (text: string) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const output = onOutput ? 'pipe' : 'inherit';
    // What is shown later on a terminal is to look as if it had been written there.
    const colour = onOutput && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: [onOutput ? 'ignore' : 'inherit', output, output],
      env: { ...environment, ...colour, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
    }
    note(child);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      forget(child);
      // What it wrote last may still be on its way, but not for ever: a process it left behind keeps the pipe open.
      const drained = new Promise((done) => child.once('close', done));
      void Promise.race([drained, delay(LAST_WORDS_MS, undefined, { ref: false })]).then(() =>
        resolve(code === 0),
      );
    });
  });
}
