// `npm run backup -- <folder>`: database and objects of an installation as of one moment, while it runs.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { openInstallation } from './installation.ts';
import { takeBackup } from './take-backup.ts';

const say = (line: string): void => console.log(line);

async function backup(): Promise<void> {
  const [folder, ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (folder === undefined || more.length > 0) throw new Error('Usage: npm run backup -- <folder>');
  const path = resolve(process.env.INIT_CWD ?? '.', folder);
  const { installation, close } = await openInstallation(process.env, { mayRun: true });
  try {
    say(`Backing up into ${path}`);
    const { objects } = await takeBackup(installation, path, say);
    if (objects.missing.length === 0) return say('The backup is whole.');
    // The rest is backed up all the same; the exit code tells those who monitor the backups.
    say(
      `The object store lacks the objects of ${objects.missing.length} files; manifest.json names them.`,
    );
    process.exitCode = 2;
  } finally {
    await close();
  }
}

try {
  await backup();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
