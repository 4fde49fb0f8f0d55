import { spawn } from 'node:child_process';
import { ROOT } from '../stack/programs.ts';

/** One Node program of a test run. */
export interface Program {
  args: string[];
  env?: Record<string, string>;
}

/** Settings that may stand in the reader's shell and must not change what the tests see. */
const FOREIGN =
  /^(DATABASE|REDIS|S3|SMTP|MAIL|GOOGLE|JWT|TRANSPORT|OTEL|OPERATOR)_|^(APP_PORT|PORT|DATA_DIR|APP_URL|API_URL|RATE_LIMITS|EMAIL_VERIFICATION|STORAGE_QUOTA_BYTES|MAX_FILE_BYTES|LOG_LEVEL|TRUST_PROXY|OPS_(PORT|HOST)|SHUTDOWN_TIMEOUT_MS|NODE_ENV)$/;
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)),
);

/** Runs a program to its end on this terminal; true when it ended with code 0. */
export function execute({ args, env }: Program): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...environment, ...env },
    });
    // Whoever ends the run ends the step; what the step had started ends with it.
    const endWith = (signal: NodeJS.Signals) => {
      child.kill(signal);
      process.exit(1);
    };
    process.once('SIGTERM', endWith).once('SIGINT', endWith);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      process.off('SIGTERM', endWith).off('SIGINT', endWith);
      resolve(code === 0);
    });
  });
}
