import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DataSource } from 'typeorm';

import { runStatement } from '../database/statement.js';

const PURGE_INTERVAL_MS = 10 * 60 * 1000;
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
export class InboxPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(InboxPurge.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.purge(), PURGE_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async purge(): Promise<void> {
    try {
      let purged: unknown[];
      do purged = await runStatement(this.dataSource, PURGE_BATCH, [BATCH_SIZE]);
      while (purged.length === BATCH_SIZE);
    } catch (error) {
      this.logger.warn({ err: error }, 'Old inbox rows stay until the next purge');
    }
  }
}
