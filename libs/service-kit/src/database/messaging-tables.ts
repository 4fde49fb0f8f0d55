import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the inbox and outbox of a schema; called by a service's first migration. */
export async function createMessagingTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE inbox (
      message_id text PRIMARY KEY,
      reply jsonb,
      received_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query('CREATE INDEX inbox_received_at ON inbox (received_at)');
  await runner.query(`
    CREATE TABLE outbox (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('event', 'job')),
      name text NOT NULL,
      payload jsonb NOT NULL,
      request_id text,
      attempts integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      available_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query('CREATE INDEX outbox_available_at ON outbox (available_at, id)');
}

export async function dropMessagingTables(runner: QueryRunner): Promise<void> {
  await runner.query('DROP TABLE outbox');
  await runner.query('DROP TABLE inbox');
}

/** Lets an entry of the outbox carry the trace it belongs to. */
class AddOutboxTraceParent1795296000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox ADD COLUMN trace_parent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox DROP COLUMN trace_parent');
  }
}

/** Keeps what was published for as long as Redis might lose it again. */
class CreatePublishedEvents1795299600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE published_events (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        payload jsonb NOT NULL,
        published_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'CREATE INDEX published_events_published_at ON published_events (published_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE published_events');
  }
}

/** Lets the inbox tell a repeat of a named request from another request under the same name. */
class AddInboxRequestDigest1795372700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbox ADD COLUMN request_digest text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbox DROP COLUMN request_digest');
  }
}

/** What has changed about these tables since; a service lists them after its own migrations. */
export const messagingMigrations = [
  AddOutboxTraceParent1795296000000,
  CreatePublishedEvents1795299600000,
  AddInboxRequestDigest1795372700000,
];
