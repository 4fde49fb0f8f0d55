import { createMessagingTables, ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

const TABLES = `
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
  );
  CREATE INDEX files_user ON files (user_id, created_at, id) INCLUDE (size);

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
  );
  CREATE INDEX upload_files_upload_id ON upload_files (upload_id);
  CREATE INDEX upload_files_user_id ON upload_files (user_id);
  CREATE INDEX upload_files_expires_at ON upload_files (expires_at);

  CREATE TABLE tombstones (
    id uuid PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX tombstones_created_at ON tombstones (created_at);

  CREATE TABLE object_deletions (
    object_key uuid PRIMARY KEY,
    due_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX object_deletions_due_at ON object_deletions (due_at);

  CREATE TABLE installation (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id uuid NOT NULL DEFAULT gen_random_uuid()
  );
  INSERT INTO installation DEFAULT VALUES`;

export class CreateStorage1795000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(TABLES);
  }
}
