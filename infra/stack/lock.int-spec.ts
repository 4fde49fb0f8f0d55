import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { addressesIn, lockDataFolder } from './lock.ts';

const dataDir = temporaryFolder();
const file = () => join(dataDir(), 'stack.json');

describe('the lock of a data folder', () => {
  test('refuses a second stack and names the first', async () => {
    await lockDataFolder(dataDir());
    await expect(lockDataFolder(dataDir())).rejects.toThrow(
      `Another stack (process ${process.pid}) is running on ${dataDir()}`,
    );
  });

  test('is free again after its release', async () => {
    (await lockDataFolder(dataDir())).release();
    expect(existsSync(file())).toBe(false);
    await lockDataFolder(dataDir());
  });

  test('is recorded again when its folder was deleted meanwhile', async () => {
    const lock = await lockDataFolder(dataDir());
    await rm(dataDir(), { recursive: true });
    lock.update([], { api: 'http://localhost:3000' });
    expect(addressesIn(dataDir())).toEqual({ api: 'http://localhost:3000' });
  });

  test('is taken over from a runner whose process id now belongs to another process', async () => {
    const runner = { pid: process.pid, startedAt: 'long ago' };
    await writeFile(file(), JSON.stringify({ runner, parts: [] }));
    await lockDataFolder(dataDir());
    const content = JSON.parse(await readFile(file(), 'utf8')) as { runner: { startedAt: string } };
    expect(content.runner.startedAt).not.toBe('long ago');
  });

  test('is taken over when a crash has truncated its file', async () => {
    await writeFile(file(), '{"runner":');
    await lockDataFolder(dataDir());
  });

  test('ends the processes that a dead runner left running before a new stack starts', async () => {
    const left = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(left, 'spawn');
    const first = await lockDataFolder(dataDir());
    first.update([{ name: 'left', pid: left.pid ?? 0, stopSignal: 'SIGTERM' }], {});
    const content = JSON.parse(await readFile(file(), 'utf8')) as { runner: object };
    await writeFile(file(), JSON.stringify({ ...content, runner: { pid: 1, startedAt: 'never' } }));

    const ended = once(left, 'exit');
    await lockDataFolder(dataDir());
    const [, signal] = (await ended) as [number | null, string];
    expect(signal).toBe('SIGTERM');
  });
});
