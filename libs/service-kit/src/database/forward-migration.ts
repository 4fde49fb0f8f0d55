import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change of a schema that is not reverted: a later migration changes it again. */
export abstract class ForwardMigration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are not reverted'));
  }
}
