import { ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

export class AddSha2561795816200000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN sha256 text');
    await runner.query('ALTER TABLE upload_files ADD COLUMN sha256 text');
  }
}
