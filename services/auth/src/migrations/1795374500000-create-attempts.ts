import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps new sign-ups out of `accounts`. Sign-ups of the previous version stay there as unverified accounts: their links
 * remain valid, and a later sign-up with the address can replace them. Replicas of the previous version add more of
 * them until they are replaced.
 */
export class CreateAttempts1795374500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attempts (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        account_id uuid REFERENCES accounts ON DELETE CASCADE,
        name text,
        password_hash text,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        CHECK (account_id IS NOT NULL OR (name IS NOT NULL AND password_hash IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX attempts_email ON attempts (email, created_at)');
    await runner.query('CREATE INDEX attempts_account_id ON attempts (account_id)');
    await runner.query('CREATE INDEX attempts_expires_at ON attempts (expires_at)');
    // The previous version writes only rows of accounts with its three purposes, which all stay allowed.
    await runner.query(`
      ALTER TABLE link_mails
        ALTER COLUMN account_id DROP NOT NULL,
        DROP CONSTRAINT link_mails_purpose_check,
        ADD COLUMN attempt_id uuid REFERENCES attempts ON DELETE CASCADE,
        ADD CHECK (num_nonnulls(account_id, attempt_id) = 1)`);
    await runner.query('CREATE INDEX link_mails_attempt_id ON link_mails (attempt_id)');
    await runner.query(`
      CREATE TABLE mail_grants (
        key bytea NOT NULL,
        granted_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX mail_grants_key ON mail_grants (key, granted_at)');
    await runner.query('CREATE INDEX mail_grants_granted_at ON mail_grants (granted_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_grants');
    await runner.query(`
      DELETE FROM link_mails
       WHERE purpose NOT IN ('verify-email', 'reset-password', 'verify-new-email')`);
    await runner.query(`
      ALTER TABLE link_mails
        DROP COLUMN attempt_id,
        ALTER COLUMN account_id SET NOT NULL,
        ADD CONSTRAINT link_mails_purpose_check
          CHECK (purpose IN ('verify-email', 'reset-password', 'verify-new-email'))`);
    await runner.query('DROP TABLE attempts');
  }
}
