import { ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

export class AddGoogleLinks1795818863934 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE link_mails ADD COLUMN google_id text');
  }
}
