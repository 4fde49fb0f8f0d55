import { Redis } from 'ioredis';
import pg from 'pg';

import { prepareBucket } from '../stack/prepare-stores.ts';
import { verifiedFiles } from './checked-folder.ts';
import {
  assertKnownMigrations,
  assertNoService,
  filledTables,
  loadDatabase,
  makeSchemas,
} from './database-load.ts';
import type { Installation } from './installation.ts';
import { type Manifest, MANIFEST_FILE, OBJECT_LIST_FILE, readManifest } from './manifest.ts';
import { ObjectCopies } from './object-copies.ts';
import { Progress, type Say } from './progress.ts';

/** Reads every file of a backup and throws if one is damaged or missing. */
async function verify(folder: string, manifest: Manifest, say: Say): Promise<void> {
  const { tables, objects } = manifest;
  const named = [MANIFEST_FILE, OBJECT_LIST_FILE, ...tables.map(({ file }) => file)];
  const total = named.length + objects.count - objects.missing.length;
  const progress = new Progress('Files verified', total, say);
  let count = 0;
  try {
    for await (const { bytes } of verifiedFiles(folder)) {
      progress.add(bytes);
      count += 1;
    }
  } finally {
    progress.end();
  }
  if (count !== total) throw new Error(`The backup lists ${count} files and should list ${total}.`);
}

/** Throws if the installation has data. Beside other data a restored storage would remove what it does not know. */
async function assertEmpty(client: pg.Client, objects: ObjectCopies): Promise<void> {
  const found = await filledTables(client);
  if (await objects.hasAny()) found.push('the bucket');
  if (found.length === 0) return;
  throw new Error(
    `There are data already in ${found.join(', ')}. --force replaces the database and adds to the bucket.`,
  );
}

/** Sessions, queues and streams of another time: whatever is still needed comes again from the database. */
async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  await redis.connect();
  await redis.flushdb();
  redis.disconnect();
}

/**
 * Puts a backup into an installation whose services do not run. Nothing is changed before the whole backup has
 * been verified; the rows come last and all at once, so that none is ever without its object.
 */
export async function restoreBackup(
  folder: string,
  { databaseUrl, objectStore, redisUrl }: Installation,
  { force, say }: { force: boolean; say: Say },
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const objects = new ObjectCopies(objectStore);
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await prepareBucket(objectStore);
    await assertNoService(client);
    if (!force) await assertEmpty(client, objects);
    await verify(folder, manifest, say);
    await assertKnownMigrations(manifest);
    const missing = new Set(manifest.objects.missing);
    const progress = new Progress('Objects', manifest.objects.count - missing.size, say);
    await objects.putAll(folder, missing, progress).finally(() => progress.end());
    await makeSchemas(client, databaseUrl, manifest);
    await loadDatabase(client, folder, manifest);
    say(`  ok Database: ${manifest.tables.length} tables, as of ${manifest.createdAt}`);
    await objects.unmark();
    await emptyRedis(redisUrl);
  } finally {
    await client.end();
  }
  return manifest;
}
