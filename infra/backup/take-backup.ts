import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { OBJECTS_KEPT_LOCK } from '@studiolo/contracts';
import pg from 'pg';

import { ROOT } from '../stack/programs.ts';
import { CheckedFolder } from './checked-folder.ts';
import { dumpDatabase } from './database-dump.ts';
import type { Installation } from './installation.ts';
import { type Manifest, MANIFEST_FILE } from './manifest.ts';
import { ObjectCopies } from './object-copies.ts';
import { Progress, type Say } from './progress.ts';

const LOCK_WAIT_MS = 30_000;

async function productVersion(): Promise<string> {
  const file = await readFile(join(ROOT, 'package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

/**
 * Keeps storage from removing objects until the connection ends, however that happens. Taken before the
 * snapshot: whatever storage had begun to remove by then is no file in the snapshot any more.
 */
async function keepObjects(client: pg.Client): Promise<void> {
  await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [OBJECTS_KEPT_LOCK]);
  } catch (error) {
    throw new Error('Another backup is running.', { cause: error });
  }
}

/** Throws if the lock is gone, because the connection broke: then objects may have been removed too early. */
async function stopKeepingObjects(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [OBJECTS_KEPT_LOCK]);
}

/** Writes database and objects of a running installation into a new folder, both as of one moment. */
export async function takeBackup(
  { databaseUrl, objectStore }: Installation,
  path: string,
  say: Say,
): Promise<Manifest> {
  const folder = await CheckedFolder.create(path);
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  // A connection that breaks while it is idle is found out by the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await keepObjects(client);
    const createdAt = new Date().toISOString();
    const { migrations, tables, objects } = await dumpDatabase(client, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`  ok Database: ${tables.length} tables, ${rows} rows, as of ${createdAt}`);
    const progress = new Progress('Objects', objects.count, say);
    const missing = await new ObjectCopies(objectStore)
      .fetchAll(folder, progress)
      .finally(() => progress.end());
    await stopKeepingObjects(client);
    const version = await productVersion();
    const whole: Manifest = {
      ...{ format: 1, version, createdAt, migrations, tables },
      objects: { ...objects, missing },
    };
    await folder.write(MANIFEST_FILE, `${JSON.stringify(whole, null, 2)}\n`);
    await folder.seal();
    return whole;
  } finally {
    await client.end();
  }
}
