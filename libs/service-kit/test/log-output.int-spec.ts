import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const SCRIPT = join(import.meta.dirname, 'support/waiting-process.ts');
const LOADER = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');
const FULL_DISK = '/dev/full';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** Starts a process with this standard output. */
async function start(stdout: 'pipe' | number): Promise<ChildProcess> {
  const execArgv = ['--conditions', 'workspace-source', '--import', LOADER];
  child = fork(SCRIPT, { execArgv, stdio: ['ignore', stdout, 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

async function endOf(process: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const exit = once(process, 'exit');
  process.kill(signal);
  return (await exit)[0];
}

test.each([
  ['SIGTERM', 'SIGTERM', 0],
  ['an uncaught error', 'SIGUSR2', 1],
] as const)(
  'a process whose log nobody reads any more ends after %s',
  async (_cause, signal, code) => {
    const unread = await start('pipe');
    unread.stdout?.destroy();
    expect(await endOf(unread, signal)).toBe(code);
  },
);

test('the last lines of a process are written before it ends', async () => {
  const ending = await start('pipe');
  const lines = ending.stdout ? text(ending.stdout) : '';
  ending.send(100);
  expect(await endOf(ending, 'SIGTERM')).toBe(0);
  expect((await lines).match(/"line":\d+|finishing what has begun/g)).toHaveLength(101);
});

test('a process goes on while nobody reads its log, and ends without it', async () => {
  const unread = await start('pipe');
  unread.send(2000);
  expect(await once(unread, 'message')).toContain('written');
  expect(await endOf(unread, 'SIGTERM')).toBe(0);
});

const testFullDisk = existsSync(FULL_DISK) ? test : test.skip;

testFullDisk('a process whose log fits on no disk ends as others do', async () => {
  await using disk = await open(FULL_DISK, 'w');
  expect(await endOf(await start(disk.fd), 'SIGTERM')).toBe(0);
});
