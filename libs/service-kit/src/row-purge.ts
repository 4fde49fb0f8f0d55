import type { DataSource } from 'typeorm';

import { execute } from './database/statement.js';
import { PeriodicTask } from './periodic-task.js';

const INTERVAL_MS = 60_000;
/** Keeps each statement well within its time-out, however much has accumulated. */
const BATCH_SIZE = 5000;

/** SQL conditions, by table, of the rows that nobody needs any more. */
export type ObsoleteRows = Readonly<Record<string, string>>;

/** Messages that cannot arrive again; events that are not published again, even if no service has consumed them. */
const OBSOLETE_MESSAGES: ObsoleteRows = {
  inbox: 'expires_at < now()',
  published_events: `published_at < now() - interval '24 hours'`,
};

export class RowPurge extends PeriodicTask {
  constructor(
    private readonly dataSource: DataSource,
    private readonly obsolete: ObsoleteRows = {},
  ) {
    super(INTERVAL_MS);
  }

  async run(): Promise<void> {
    for (const [table, condition] of Object.entries({ ...OBSOLETE_MESSAGES, ...this.obsolete })) {
      // Partitions number their rows each for itself, so that a row that is needed may have the number of one that is not.
      const text = `DELETE FROM ${table} WHERE ${condition} AND ctid = ANY (ARRAY(
                      SELECT ctid FROM ${table} WHERE ${condition} LIMIT $1 FOR UPDATE SKIP LOCKED))`;
      let deleted: number;
      do deleted = await execute(this.dataSource, { text }, [BATCH_SIZE]);
      while (deleted >= BATCH_SIZE && !this.isStopping);
    }
  }
}
