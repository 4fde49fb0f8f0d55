import { ForwardMigration, replaceKey } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

/** Keys that begin with the owner let the tables be partitioned by owners, or distributed over servers. */
const KEYS = [
  { table: 'files', name: 'files_pkey', kind: 'PRIMARY KEY', columns: 'user_id, id' },
  {
    table: 'files',
    name: 'files_user_id_object_key_key',
    replaces: 'files_object_key_key',
    kind: 'UNIQUE',
    columns: 'user_id, object_key',
  },
  {
    table: 'files',
    name: 'files_user_id_project_id_filename_key',
    replaces: 'files_project_id_filename_key',
    kind: 'UNIQUE',
    columns: 'user_id, project_id, filename',
  },
  {
    table: 'upload_files',
    name: 'upload_files_pkey',
    kind: 'PRIMARY KEY',
    columns: 'user_id, object_key',
  },
  { table: 'tombstones', name: 'tombstones_pkey', kind: 'PRIMARY KEY', columns: 'user_id, id' },
] as const;

/** The sweep of orphans knows only the keys of objects. */
const OBJECT_KEYS = { files_object_key: 'files', upload_files_object_key: 'upload_files' };

/** Served by the primary key: an owner has few open uploads. */
const UNNEEDED = ['upload_files_user_id', 'upload_files_upload_id'];

export class KeyFilesByOwner1795826700000 extends ForwardMigration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await addOwners(runner);
    for (const [name, table] of Object.entries(OBJECT_KEYS)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${table} (object_key)`);
    }
    for (const key of KEYS) await replaceKey(runner, key);
    for (const name of UNNEEDED) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}

/**
 * Whose an older tombstone is, is not known unless it is the owner's own; the others refuse only late work of uploads that
 * are as old, and these find no upload in their place. Replicas of the version before name no owner.
 */
async function addOwners(runner: QueryRunner): Promise<void> {
  const nobody = '00000000-0000-0000-0000-000000000000';
  await runner.query('ALTER TABLE tombstones ADD COLUMN IF NOT EXISTS user_id uuid');
  await runner.query(`ALTER TABLE tombstones ALTER COLUMN user_id SET DEFAULT '${nobody}'`);
  await runner.query('UPDATE tombstones SET user_id = id WHERE user_id IS NULL');
  await runner.query('ALTER TABLE tombstones ALTER COLUMN user_id SET NOT NULL');
}
