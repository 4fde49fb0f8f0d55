import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { availablePort } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import { eventually } from '@studiolo/testing/eventually';

// The runner as `npm start` runs it, with a data folder and ports of its own.
interface Runner {
  process: ChildProcess;
  output: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const START = join(ROOT, 'infra', 'stack', 'start.ts');
const READY_WITHIN_MS = 90_000;
jest.setTimeout(2 * READY_WITHIN_MS);

let dataDir: string;
let ports: { APP_PORT: string; PORT: string; MAIL_PORT: string };
const runners: Runner[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'studiolo-start-'));
  const [app, api, mail] = await Promise.all([availablePort(), availablePort(), availablePort()]);
  ports = { APP_PORT: String(app), PORT: String(api), MAIL_PORT: String(mail) };
});

afterEach(async () => {
  for (const runner of runners.splice(0)) {
    runner.process.kill('SIGTERM');
    await runner.ended;
  }
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

function start(...args: string[]): Runner {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [START, ...args], {
    env: { PATH, HOME, DATA_DIR: dataDir, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const runner = { process: child, output: () => output, ended };
  runners.push(runner);
  return runner;
}

const isReady = (runner: Runner) =>
  eventually(() => expect(runner.output()).toContain('Studiolo is ready'), READY_WITHIN_MS);

async function processIds(): Promise<number[]> {
  const content = await readFile(join(dataDir, 'stack.json'), 'utf8');
  return (JSON.parse(content) as { parts: { pid: number }[] }).parts.map(({ pid }) => pid);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('npm start', () => {
  test('prints the addresses, answers on them, scales, and SIGTERM ends every process it started', async () => {
    const runner = start('--scale', 'storage=2', 'auth=2');
    await isReady(runner);
    expect(runner.output()).toContain(`App   http://localhost:${ports.APP_PORT}`);
    expect(runner.output()).toContain(`API   http://localhost:${ports.PORT}`);
    expect(runner.output()).toContain(`Mail  http://localhost:${ports.MAIL_PORT}`);
    const health = await fetch(`http://localhost:${ports.PORT}/health/status`);
    expect(health.status).toBe(200);
    expect((await fetch(`http://localhost:${ports.APP_PORT}/dashboard`)).status).toBe(200);

    const started = await processIds();
    expect(started).toHaveLength(11);
    runner.process.kill('SIGTERM');
    expect(await runner.ended).toBe(0);
    expect(started.filter(isAlive)).toEqual([]);
    expect(existsSync(join(dataDir, 'stack.json'))).toBe(false);
  });

  test('ends every process when it gets a signal while it starts', async () => {
    const runner = start();
    await eventually(() => expect(runner.output()).toContain('ready  PostgreSQL'), READY_WITHIN_MS);
    const started = await processIds();
    runner.process.kill('SIGINT');
    expect(await runner.ended).toBe(0);
    expect(started.filter(isAlive)).toEqual([]);
  });
});
