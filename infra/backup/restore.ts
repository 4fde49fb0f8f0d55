// `npm run restore -- <folder>`: puts a backup into an installation that is empty and does not run.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { openInstallation } from './installation.ts';
import { restoreBackup } from './restore-backup.ts';

const say = (line: string): void => console.log(line);

async function restore(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) {
    throw new Error('Usage: npm run restore -- <folder> [--force]');
  }
  const path = resolve(process.env.INIT_CWD ?? '.', folder);
  const { installation, close } = await openInstallation(process.env, { mayRun: false });
  try {
    say(`Restoring ${path}`);
    const { objects } = await restoreBackup(path, installation, { ...values, say });
    if (objects.missing.length > 0)
      say(`${objects.missing.length} files had lost their object already.`);
    say('Restored. Studiolo can be started.');
  } finally {
    await close();
  }
}

try {
  await restore();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
