import { createMessagingTables, ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE owners (
    id uuid PRIMARY KEY,
    deleted_at timestamptz
  );

  CREATE TABLE projects (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    title text NOT NULL,
    client text NOT NULL,
    contact text,
    status text NOT NULL CHECK (status IN ('todo', 'inprogress', 'review', 'done', 'blocked',
                                           'in_progress', 'completed', 'on_hold', 'cancelled')),
    description text,
    search_text text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  );
  -- A page of the list is one range of this index; counting by status reads nothing else.
  CREATE INDEX projects_by_age ON projects (user_id, created_at DESC, id DESC) INCLUDE (status);

  -- Trigrams of the searched text within its owner, so that a search reads only the owner's own matches (btree_gin
  -- lets the index hold a uuid). The stack's administrator installs both extensions; where they are missing, the
  -- error names them.
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX projects_search ON projects USING gin (user_id, search_text gin_trgm_ops)`;

export class CreateProjects1795262400000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(TABLES);
  }
}
