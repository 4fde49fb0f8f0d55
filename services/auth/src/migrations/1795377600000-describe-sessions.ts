import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of the previous version have neither a device nor a time when they were last seen. */
export class DescribeSessions1795377600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sessions ADD COLUMN device text, ADD COLUMN last_seen_at timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN device, DROP COLUMN last_seen_at');
  }
}
