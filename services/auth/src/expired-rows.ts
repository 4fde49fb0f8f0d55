import { Injectable } from '@nestjs/common';
import { PeriodicTask, runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 10 * 60 * 1000;
/** Keeps each statement well under its time-out, however long nothing was purged. */
const BATCH_SIZE = 5000;

/** Expired rows; the links of an attempt are deleted with it. */
const EXPIRED = {
  sessions: 'expires_at < now()',
  attempts: 'expires_at < now()',
  link_mails: 'expires_at < now()',
  mail_grants: "granted_at < now() - interval '1 hour'",
};

const purgeStatement = ([table, condition]: [string, string]) => ({
  name: `purge-${table}`,
  text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE ${condition} LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING 1`,
});

/** Deletes expired sessions, attempts, links and counts. */
@Injectable()
export class ExpiredRows extends PeriodicTask {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS);
  }

  async run(batchSize = BATCH_SIZE): Promise<void> {
    for (const statement of Object.entries(EXPIRED).map(purgeStatement)) {
      let purged: unknown[];
      do purged = await runStatement(this.dataSource, statement, [batchSize]);
      while (purged.length === batchSize && !this.isStopping);
    }
  }
}
