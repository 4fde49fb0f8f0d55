import type { QueryRunner } from 'typeorm';

/** Creates the inbox and outbox of a schema; called by a service's first migration. */
export async function createMessagingTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE inbox (
      message_id text PRIMARY KEY,
      user_id uuid,
      request_digest text,
      reply jsonb,
      expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours'
    )`);
  await runner.query('CREATE INDEX inbox_user ON inbox (user_id) WHERE user_id IS NOT NULL');
  await runner.query('CREATE INDEX inbox_expires_at ON inbox (expires_at)');
  await runner.query(`
    CREATE TABLE outbox (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('event', 'job', 'live')),
      name text NOT NULL,
      payload jsonb NOT NULL,
      request_id text,
      trace_parent text,
      attempts integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      available_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query('CREATE INDEX outbox_available_at ON outbox (available_at, id)');
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
