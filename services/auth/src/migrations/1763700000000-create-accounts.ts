import { createMessagingTables, dropMessagingTables } from '@studiolo/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(`
      CREATE TABLE accounts (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        email_verified boolean NOT NULL DEFAULT false,
        password_hash text,
        google_id text UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_login timestamptz,
        CHECK (password_hash IS NOT NULL OR google_id IS NOT NULL)
      )`);
    await runner.query('CREATE UNIQUE INDEX accounts_email ON accounts (lower(email))');
    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sessions_account_id ON sessions (account_id)');
    await runner.query('CREATE INDEX sessions_expires_at ON sessions (expires_at)');
    await runner.query(`
      CREATE TABLE link_mails (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password', 'verify-new-email')),
        email text NOT NULL,
        seed bytea NOT NULL,
        token_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        sent_at timestamptz,
        request_id text,
        UNIQUE (account_id, purpose)
      )`);
    await runner.query(
      'CREATE INDEX link_mails_unsent ON link_mails (created_at) WHERE sent_at IS NULL',
    );
    await runner.query('CREATE INDEX link_mails_email ON link_mails (email)');
    await runner.query('CREATE INDEX link_mails_expires_at ON link_mails (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE link_mails');
    await runner.query('DROP TABLE sessions');
    await runner.query('DROP TABLE accounts');
    await dropMessagingTables(runner);
  }
}
