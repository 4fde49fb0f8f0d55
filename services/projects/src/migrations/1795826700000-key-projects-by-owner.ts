import { ForwardMigration, replaceKey } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

/** A key that begins with the owner lets the table be partitioned by owners, or distributed over servers. */
export class KeyProjectsByOwner1795826700000 extends ForwardMigration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const key = { table: 'projects', name: 'projects_pkey', columns: 'user_id, id' };
    await replaceKey(runner, { ...key, kind: 'PRIMARY KEY' });
  }
}
