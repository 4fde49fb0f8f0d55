import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { runStatement } from './database/statement.js';
import { PeriodicTask } from './periodic-task.js';

const INTERVAL_MS = 60_000;
/** Keeps each statement well within its time-out, however much has accumulated. */
const BATCH_SIZE = 5000;

const PURGE_INBOX = {
  name: 'purge-inbox',
  text: `DELETE FROM inbox
          WHERE message_id IN (SELECT message_id FROM inbox
                                WHERE expires_at < now()
                                LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
};
/** After a day, an event is not published again, even if no service has consumed it. */
const PURGE_PUBLISHED_EVENTS = {
  name: 'purge-published-events',
  text: `DELETE FROM published_events
          WHERE id IN (SELECT id FROM published_events
                        WHERE published_at < now() - interval '24 hours'
                        LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
};

/** Deletes messages that can no longer be repeated and events that will not be published again. */
@Injectable()
export class MessagePurge extends PeriodicTask {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS);
  }

  async run(): Promise<void> {
    for (const batch of [PURGE_INBOX, PURGE_PUBLISHED_EVENTS]) {
      let purged: unknown[];
      do purged = await runStatement(this.dataSource, batch, [BATCH_SIZE]);
      while (purged.length === BATCH_SIZE && !this.isStopping);
    }
  }
}
