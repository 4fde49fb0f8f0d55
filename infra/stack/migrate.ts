import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { ROOT } from './programs.ts';

/** Runs a service's own `migrate` command, as it was last built; false when it fails, for a reason it prints. */
export async function migrateSchema(
  service: string,
  databaseUrl: string,
  flags: string[] = [],
): Promise<boolean> {
  const script = join(ROOT, 'services', service, 'dist', 'migrate.js');
  const child = spawn(process.execPath, [script, ...flags], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
