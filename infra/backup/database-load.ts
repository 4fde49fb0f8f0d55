import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { migrateSchema } from '../stack/migrate.ts';
import { findTables, qualified } from './database-dump.ts';
import { type DumpedTable, type Manifest, SCHEMAS } from './manifest.ts';

/** The role that owns each schema; it is the service's own. */
async function ownersOf(client: pg.Client): Promise<Map<string, string>> {
  const sql = `SELECT nspname AS schema, nspowner::regrole::text AS owner FROM pg_namespace
                WHERE nspname = ANY($1)`;
  const { rows } = await client.query<{ schema: string; owner: string }>(sql, [SCHEMAS]);
  if (rows.length < SCHEMAS.length) {
    throw new Error(`The database lacks a schema for each of ${SCHEMAS.join(', ')}.`);
  }
  return new Map(rows.map(({ schema, owner }) => [schema, owner]));
}

/** Throws while a service is connected: it would read and change rows that come and go. */
export async function assertNoService(client: pg.Client): Promise<void> {
  const owners = [...(await ownersOf(client)).values()];
  const sql = `SELECT DISTINCT usename::text AS role FROM pg_stat_activity
                WHERE datname = current_database() AND quote_ident(usename) = ANY($1)
                  AND pid <> pg_backend_pid() AND usename <> current_user`;
  const { rows } = await client.query<{ role: string }>(sql, [owners]);
  if (rows.length === 0) return;
  const roles = rows.map(({ role }) => role).join(', ');
  throw new Error(`Services are connected to the database (${roles}). Stop them first.`);
}

/** The tables that have rows. A service gives its installation an id as soon as it starts: that is no data yet. */
export async function filledTables(client: pg.Client): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await findTables(client)) {
    if (table.table === 'installation') continue;
    const { rowCount } = await client.query(`SELECT FROM ${qualified(table)} LIMIT 1`);
    if (rowCount) filled.push(`${table.schema}.${table.table}`);
  }
  return filled;
}

/** The service alone knows its tables: makes them as the named migrations left them. */
async function migrate(schema: string, names: string[], flags: string[], databaseUrl = '') {
  if (await migrateSchema(schema, databaseUrl, ['--only', names.join(','), ...flags])) return;
  throw new Error(`The schema ${schema} cannot be made as it was after ${names.at(-1)}.`);
}

/** Throws if the backup comes from a newer version, whose tables this one cannot make. */
export async function assertKnownMigrations({ migrations }: Manifest): Promise<void> {
  await Promise.all(
    Object.entries(migrations).map(([schema, names]) => migrate(schema, names, ['--check'])),
  );
}

/** Recreates every schema without rows, with the tables it had when the backup was taken. */
export async function makeSchemas(
  client: pg.Client,
  databaseUrl: string,
  { migrations }: Manifest,
): Promise<void> {
  const owners = await ownersOf(client);
  for (const [schema, owner] of owners) {
    await client.query(`
      DROP SCHEMA ${schema} CASCADE;
      CREATE SCHEMA ${schema} AUTHORIZATION ${owner};
      REVOKE ALL ON SCHEMA ${schema} FROM PUBLIC`);
  }
  await Promise.all(
    Object.entries(migrations).map(([schema, names]) => {
      // As the owner, so that the tables are the service's own.
      const url = new URL(databaseUrl);
      const role = owners.get(schema) ?? '';
      url.searchParams.set('options', `-c role=${role} -c search_path=${schema},public`);
      return migrate(schema, names, [], url.href);
    }),
  );
}

async function loadTable(client: pg.Client, folder: string, table: DumpedTable): Promise<void> {
  const into = client.query(
    copyFrom(`COPY ${qualified(table)} (${table.columns.join(', ')}) FROM STDIN`),
  );
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), into);
  if (into.rowCount === table.rows) return;
  throw new Error(`${table.file} has ${into.rowCount} rows and not ${table.rows}.`);
}

// An event that was on its way through Redis when the backup was taken is in no database any more. What it told
// of can still be seen: rows of somebody or something that is gone. The events are announced once more.
const ANNOUNCE_DELETIONS = `
  INSERT INTO auth.outbox (id, kind, name, payload)
  SELECT gen_random_uuid(), 'event', 'user.deleted', jsonb_build_object('userId', owner_id)
    FROM (SELECT owner_id FROM projects.projects UNION SELECT owner_id FROM storage.usage
          UNION SELECT owner_id FROM storage.files) AS owners
   WHERE NOT EXISTS (SELECT FROM auth.accounts WHERE id = owner_id);
  INSERT INTO projects.outbox (id, kind, name, payload)
  SELECT gen_random_uuid(), 'event', 'project.deleted',
         jsonb_build_object('ownerId', owner_id, 'projectId', project_id)
    FROM (SELECT DISTINCT owner_id, project_id FROM storage.files) AS used
   WHERE NOT EXISTS (SELECT FROM projects.projects WHERE id = project_id)`;

/** Fills the tables, all or none, and says again what nobody may have heard. */
export async function loadDatabase(client: pg.Client, folder: string, { tables }: Manifest) {
  await client.query('BEGIN');
  for (const table of tables) await loadTable(client, folder, table);
  await client.query(ANNOUNCE_DELETIONS);
  await client.query('COMMIT');
  await client.query('ANALYZE');
}
