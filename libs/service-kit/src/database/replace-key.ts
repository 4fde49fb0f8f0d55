import type { QueryRunner } from 'typeorm';

interface Key {
  readonly table: string;
  readonly name: string;
  readonly kind: 'PRIMARY KEY' | 'UNIQUE';
  readonly columns: string;
  /** The constraint that it replaces, if that has another name. */
  readonly replaces?: string;
}

/**
 * Replaces a key while others read and write the table: the index grows beside them, and only the exchange takes a lock. For
 * a migration with `transaction = false`; may be repeated when an earlier run was interrupted.
 */
export async function replaceKey(runner: QueryRunner, key: Key): Promise<void> {
  const { table, name, kind, columns, replaces = name } = key;
  const index = `${name}_new`;
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await runner.query(`CREATE UNIQUE INDEX CONCURRENTLY ${index} ON ${table} (${columns})`);
  const dropped = [...new Set([replaces, name])].map((one) => `DROP CONSTRAINT IF EXISTS ${one}`);
  await runner.query(
    `ALTER TABLE ${table} ${dropped.join(', ')}, ADD CONSTRAINT ${name} ${kind} USING INDEX ${index}`,
  );
}
