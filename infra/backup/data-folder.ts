// `npm run backup -- <file>` and `npm run restore -- <file>`: archives the data folder of `npm start` and puts it back.
// For installations on servers see backup.sh.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

import { lockDataFolder } from '../stack/lock.ts';
import { RESTORED_MARK } from '../stack/prepare-stores.ts';
import { secretsFile } from '../stack/secrets.ts';
import { readStartSettings } from '../stack/settings.ts';

const PROGRESS_EVERY_MS = 2_000;

/** Runs tar, which Linux, macOS and Windows have; it keeps owners and permissions, which PostgreSQL requires. */
async function tar(archive: string, args: string[]): Promise<void> {
  // tar would go on without this process. When tar ends, this process removes the part that was written.
  // Set before tar runs, for a signal that comes as it starts.
  const end = () => child.kill();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const child = spawn('tar', ['--gzip', '--file', archive, ...args], { stdio: 'inherit' });
  const progress = setInterval(() => {
    const bytes = statSync(archive, { throwIfNoEntry: false })?.size ?? 0;
    console.log(`  … ${archive}: ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  }, PROGRESS_EVERY_MS);
  const [code] = (await once(child, 'close').finally(() => clearInterval(progress))) as [number];
  if (code !== 0) throw new Error(`tar failed on ${archive}.`);
}

/** Archives the folder; throws while a stack runs on it. */
async function backUp(dataDir: string, archive: string): Promise<void> {
  if (existsSync(archive)) throw new Error(`${archive} is there already.`);
  if (!existsSync(secretsFile(dataDir))) throw new Error(`There is no installation in ${dataDir}.`);
  const lock = await lockDataFolder(dataDir);
  // The tar of a killed run may still be writing.
  const unfinished = `${archive}.${process.pid}.unfinished`;
  try {
    console.log(`Backing up ${dataDir}`);
    await tar(unfinished, ['--create', '--exclude=./stack.json', '--directory', dataDir, '.']);
    renameSync(unfinished, archive);
    console.log(`The backup is whole: ${archive}`);
  } finally {
    rmSync(unfinished, { force: true });
    lock.release();
  }
}

/** Restores the folder from the archive, completely or not at all; throws if the folder is not empty. */
async function restore(dataDir: string, archive: string): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(
      `There are data already in ${dataDir}. Move them away, or set DATA_DIR to another folder.`,
    );
  }
  try {
    rmSync(dataDir, { recursive: true, force: true });
  } catch (cause) {
    throw new Error(`${dataDir} cannot be replaced. Set DATA_DIR to a new one.`, { cause });
  }
  const unfinished = `${dataDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    console.log(`Restoring ${archive}`);
    await tar(archive, ['--extract', '--preserve-permissions', '--directory', unfinished]);
    if (!existsSync(secretsFile(unfinished)))
      throw new Error(`${archive} is no backup of Studiolo.`);
    writeFileSync(join(unfinished, RESTORED_MARK), '');
    renameSync(unfinished, dataDir);
    console.log(
      `Restored into ${dataDir}. Studiolo can be started. Everybody has to sign in again.`,
    );
    console.log('Accounts that were deleted since the backup exist again: delete them again.');
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const [task, file, ...more] = process.argv.slice(2);
  const work = { backup: backUp, restore }[task ?? ''];
  if (!work || file === undefined || more.length > 0) {
    throw new Error('Usage: npm run backup -- <file>, or npm run restore -- <file>');
  }
  const { dataDir, own } = readStartSettings(process.env, []);
  if (own.databaseUrl ?? own.objectStore) {
    throw new Error('Data on servers of your own: use infra/backup/backup.sh and restore.sh.');
  }
  // Nobody has to read the progress.
  process.stdout.on('error', () => undefined);
  process.umask(0o077);
  await work(dataDir, resolve(process.env.INIT_CWD ?? '.', file));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
