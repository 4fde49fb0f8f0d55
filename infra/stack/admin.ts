// `npm run admin -- <command>`: runs auth's command for operators beside the stack of `npm start`, or on servers that
// REDIS_URL and TRANSPORT_SIGNING_KEY name.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { given } from './given.ts';
import { addressesIn } from './lock.ts';
import { ROOT } from './programs.ts';
import { loadSecrets } from './secrets.ts';
import { readStartSettings } from './settings.ts';

async function settingsOfStack(): Promise<Record<string, string>> {
  const { dataDir } = readStartSettings(process.env, []);
  const addresses = addressesIn(dataDir);
  if (!addresses) throw new Error(`No stack runs on ${dataDir}. Start it with: npm start`);
  const { transportSigningKey } = await loadSecrets(dataDir);
  return {
    REDIS_URL: given(process.env.REDIS_URL) ?? `redis://${addresses.redis}`,
    TRANSPORT_SIGNING_KEY: transportSigningKey,
  };
}

try {
  const own = process.env.TRANSPORT_SIGNING_KEY ? {} : await settingsOfStack();
  const program = join(ROOT, 'services', 'auth', 'dist', 'admin.js');
  if (!existsSync(program)) throw new Error('Studiolo is not built. Build it with: npm run build');
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    env: { ...process.env, ...own },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
