import { ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

export class AddObjectEtag1795814700000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN object_etag text');
  }
}
