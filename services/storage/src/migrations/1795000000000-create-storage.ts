import { createMessagingTables, dropMessagingTables } from '@studiolo/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStorage1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    // An owner's row is also the lock for every change of their files.
    await runner.query(`
      CREATE TABLE usage (
        owner_id uuid PRIMARY KEY,
        used_bytes bigint NOT NULL DEFAULT 0 CHECK (used_bytes >= 0),
        reserved_bytes bigint NOT NULL DEFAULT 0 CHECK (reserved_bytes >= 0)
      )`);
    await runner.query(`
      CREATE TABLE files (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        project_id uuid NOT NULL,
        filename text NOT NULL,
        object_key uuid NOT NULL UNIQUE,
        size bigint NOT NULL CHECK (size >= 0),
        content_type text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        UNIQUE (project_id, filename)
      )`);
    await runner.query('CREATE INDEX files_owner ON files (owner_id, created_at, id)');
    await runner.query(`
      CREATE TABLE upload_files (
        object_key uuid PRIMARY KEY,
        upload_id uuid NOT NULL,
        owner_id uuid NOT NULL,
        project_id uuid NOT NULL,
        position integer NOT NULL,
        filename text NOT NULL,
        size bigint NOT NULL CHECK (size >= 0),
        content_type text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX upload_files_upload ON upload_files (upload_id)');
    await runner.query('CREATE INDEX upload_files_owner ON upload_files (owner_id)');
    await runner.query('CREATE INDEX upload_files_expires_at ON upload_files (expires_at)');
    await runner.query(`
      CREATE TABLE tombstones (
        id uuid PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX tombstones_created_at ON tombstones (created_at)');
    await runner.query(`
      CREATE TABLE object_deletions (
        object_key uuid PRIMARY KEY,
        due_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX object_deletions_due_at ON object_deletions (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['object_deletions', 'tombstones', 'upload_files', 'files', 'usage']) {
      await runner.query(`DROP TABLE ${table}`);
    }
    await dropMessagingTables(runner);
  }
}
