import { ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

export class AddChecks1795819200000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files ADD COLUMN damage text,
                        ADD COLUMN checked_at timestamptz,
                        ADD COLUMN check_due_at timestamptz NOT NULL DEFAULT now()`);
    // A new file has just been proven.
    await runner.query(
      `ALTER TABLE files ALTER COLUMN check_due_at SET DEFAULT now() + interval '1 day'`,
    );
    await runner.query('CREATE INDEX files_check_due_at ON files (check_due_at)');
    await runner.query('CREATE INDEX files_damage ON files (id) WHERE damage IS NOT NULL');
  }
}
