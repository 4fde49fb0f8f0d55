import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { runStatement } from '../database/statement.js';
import { PeriodicTask } from '../periodic-task.js';

const INTERVAL_MS = 10 * 60 * 1000;
/** Keeps each statement well under its time-out, however long nothing was purged. */
const BATCH_SIZE = 5000;

/** Repeats come within seconds; a client's own retry with an Idempotency-Key may come within a day. */
const PURGE_BATCH = {
  name: 'purge-inbox',
  text: `DELETE FROM inbox
          WHERE message_id IN (SELECT message_id FROM inbox
                                WHERE received_at < now() - interval '24 hours'
                                LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
};

/** Forgets messages that can no longer be repeated. */
@Injectable()
export class InboxPurge extends PeriodicTask {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS);
  }

  async run(): Promise<void> {
    let purged: unknown[];
    do purged = await runStatement(this.dataSource, PURGE_BATCH, [BATCH_SIZE]);
    while (purged.length === BATCH_SIZE);
  }
}
