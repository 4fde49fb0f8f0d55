import { createMessagingTables, ForwardMigration } from '@studiolo/service-kit';
import type { QueryRunner } from 'typeorm';

export class CreateStorage1795000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(`
      CREATE TABLE files (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        project_id uuid NOT NULL,
        filename text NOT NULL,
        object_key uuid NOT NULL UNIQUE,
        size bigint NOT NULL CHECK (size >= 0),
        content_type text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        UNIQUE (project_id, filename)
      )`);
    await runner.query('CREATE INDEX files_user ON files (user_id, created_at, id) INCLUDE (size)');
    await runner.query(`
      CREATE TABLE upload_files (
        object_key uuid PRIMARY KEY,
        upload_id uuid NOT NULL,
        user_id uuid NOT NULL,
        project_id uuid NOT NULL,
        position integer NOT NULL,
        filename text NOT NULL,
        size bigint NOT NULL CHECK (size >= 0),
        content_type text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    for (const column of ['upload_id', 'user_id', 'expires_at']) {
      await runner.query(`CREATE INDEX upload_files_${column} ON upload_files (${column})`);
    }
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
    await createInstallation(runner);
  }
}

async function createInstallation(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE installation (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      id uuid NOT NULL DEFAULT gen_random_uuid()
    )`);
  await runner.query('INSERT INTO installation DEFAULT VALUES');
}
