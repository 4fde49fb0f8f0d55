import { ForwardMigration } from '@studiolo/service-kit/database';
import type { QueryRunner } from 'typeorm';

/** The beginning of the title or client as a search compares it, without accents: an index entry has a limited size. */
const textKey = (line: 1 | 2) =>
  String.raw`left(regexp_replace(normalize(split_part(search_text, E'\n', ${line}), NFKD), '[\u0300-\u036f]', '', 'g'), 64) COLLATE "C"`;

const PROGRESS = `(CASE status WHEN 'todo' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'in_progress' THEN 1
  WHEN 'review' THEN 2 WHEN 'done' THEN 3 WHEN 'completed' THEN 3 WHEN 'blocked' THEN 4
  WHEN 'on_hold' THEN 4 ELSE 5 END)`;

const INDEXES = {
  projects_by_change: 'updated_at',
  projects_by_title: `(${textKey(1)})`,
  projects_by_client: `(${textKey(2)})`,
  projects_by_progress: PROGRESS,
};

/** A page of the list in any order is one range of an index. Writes go on while the indexes are made. */
export class AddOrders1795818600000 extends ForwardMigration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, key] of Object.entries(INDEXES)) {
      // What an interrupted run has left behind.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON projects (user_id, ${key}, id)`);
    }
  }
}
