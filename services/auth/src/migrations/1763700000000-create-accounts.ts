import { createMessagingTables, ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE accounts (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL UNIQUE,
    email_verified boolean NOT NULL DEFAULT false,
    password_hash text,
    google_id text UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_login timestamptz
  );

  CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    device text,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX sessions_seen ON sessions (user_id, last_seen_at DESC, id DESC);
  CREATE INDEX sessions_expires_at ON sessions (expires_at);

  CREATE TABLE known_networks (
    id text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    used_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX known_networks_used ON known_networks (user_id, used_at DESC);
  CREATE INDEX known_networks_used_at ON known_networks (used_at);

  CREATE TABLE attempts (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    user_id uuid UNIQUE REFERENCES accounts ON DELETE CASCADE,
    name text NOT NULL,
    password_hash text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX attempts_email ON attempts (email, created_at DESC, id DESC);
  CREATE INDEX attempts_expires_at ON attempts (expires_at);

  CREATE TABLE link_mails (
    id uuid PRIMARY KEY,
    user_id uuid REFERENCES accounts ON DELETE CASCADE,
    attempt_id uuid REFERENCES attempts ON DELETE CASCADE,
    purpose text NOT NULL,
    email text NOT NULL,
    seed bytea NOT NULL,
    token_hash bytea NOT NULL UNIQUE,
    request_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    sent_at timestamptz,
    CHECK (num_nonnulls(user_id, attempt_id) = 1)
  );
  CREATE INDEX link_mails_user ON link_mails (user_id, purpose) WHERE user_id IS NOT NULL;
  CREATE INDEX link_mails_attempt ON link_mails (attempt_id) WHERE attempt_id IS NOT NULL;
  CREATE INDEX link_mails_unsent ON link_mails (created_at) WHERE sent_at IS NULL;
  CREATE INDEX link_mails_expires_at ON link_mails (expires_at);

  CREATE TABLE mail_counts (
    id uuid PRIMARY KEY,
    key text NOT NULL,
    counted_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX mail_counts_key ON mail_counts (key, counted_at DESC);
  CREATE INDEX mail_counts_counted_at ON mail_counts (counted_at)`;

export class CreateAccounts1763700000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(TABLES);
  }
}
