import { Inject, Injectable, Optional } from '@nestjs/common';
import { domainEvents, liveChannel, liveSignalSchema } from '@studiolo/contracts';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { z } from 'zod';

import { type Command, execute, readRows, rowsOf } from '../database/statement.js';
import { withRequestContext } from '../logging/request-context.js';
import { MessageBus } from '../messaging/message-bus.js';
import { PeriodicTask } from '../periodic-task.js';
import type { RedisCommands } from '../redis/redis.js';
import { inSpanFrom } from '../tracing/span.js';
import { OutboxEntry } from './outbox-entry.entity.js';

const POLL_INTERVAL_MS = 1000;
/** How long entries wait for others, to be published together: shorter than anybody notices. */
const GATHERING_MS = 50;
const BATCH_SIZE = 50;

/** Columns named one by one: a prepared `RETURNING *` fails once a newer replica has added a column. */
const takenSchema = z.object({
  id: z.uuid(),
  attempts: z.int(),
  kind: z.enum(['event', 'job', 'live']),
  name: z.string(),
  payload: z.unknown(),
  requestId: z.string().nullable(),
  traceParent: z.string().nullable(),
});
type TakenEntry = z.infer<typeof takenSchema>;

/** Leases entries for five seconds; then another dispatcher may take them. Ids of events follow their order. */
const TAKE = rowsOf(OutboxEntry, takenSchema, (columns) => ({
  name: 'take-outbox-entries',
  text: `WITH taken AS (
           UPDATE outbox SET available_at = now() + interval '5 seconds', attempts = attempts + 1
            WHERE id IN (SELECT id FROM outbox WHERE available_at <= now()
                          ORDER BY available_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING ${columns})
         SELECT * FROM taken ORDER BY id`,
}));
/**
 * Moves events to `published_events`, in case Redis loses them before they are consumed; services restore their jobs
 * themselves. If `attempts` has changed, another dispatcher has the entry; it stays and is published again.
 */
const REMOVE = {
  name: 'remove-outbox-entries',
  text: `WITH published AS (SELECT * FROM unnest($1::uuid[], $2::int[]) AS _ (id, attempts)),
         removed AS (DELETE FROM outbox USING published
                      WHERE outbox.id = published.id AND outbox.attempts = published.attempts
                     RETURNING outbox.id, kind, name, payload)
         INSERT INTO published_events (id, name, payload)
         SELECT id, name, payload FROM removed WHERE kind = 'event'
         ON CONFLICT (id) DO UPDATE SET published_at = now()`,
};
/**
 * The pause doubles with each failure, from 250 ms to 8 s: after an outage all entries are published within seconds.
 */
const POSTPONE = {
  name: 'postpone-outbox-entries',
  text: `UPDATE outbox SET available_at = now() + interval '125 ms' * 2 ^ least(attempts, 6)
          WHERE id = ANY($1)`,
};

const idOf = ({ id }: TakenEntry): string => id;
const attemptsOf = ({ attempts }: TakenEntry): number => attempts;
const isJob = ({ kind }: TakenEntry): boolean => kind === 'job';

/** Adds a job to its queue; the same id must not add a second one. A service with jobs provides one. */
export abstract class JobPublisher {
  abstract publish(job: { id: string; name: string; data: unknown }): Promise<void>;
}

/**
 * Publishes the outbox entries of committed transactions. An entry is leased, published outside any transaction and
 * deleted; after a crash in between it is published again under the same id.
 */
@Injectable()
export class OutboxDispatcher extends PeriodicTask {
  private gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: MessageBus,
    @Inject(Redis) private readonly redis: RedisCommands,
    @Optional() private readonly jobs?: JobPublisher,
  ) {
    super(POLL_INTERVAL_MS);
  }

  override onModuleDestroy(): Promise<void> {
    if (this.gathering) this.wake();
    return super.onModuleDestroy();
  }

  /** Runs after 50 ms, with what has been written until then. */
  wakeSoon(): void {
    this.gathering ??= setTimeout(() => this.wake(), GATHERING_MS).unref();
  }

  override wake(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    super.wake();
  }

  /** Publishes due entries, oldest first. A failed entry stays and is due again after a pause. */
  async run(): Promise<void> {
    let taken: TakenEntry[];
    do {
      taken = await readRows(this.dataSource, TAKE, [BATCH_SIZE]);
      const failed = await this.publishAll(taken);
      // Everything failed: leave the rest to the next run.
      if (failed === taken.length) return;
      // A job may have written another one.
    } while ((taken.length === BATCH_SIZE || taken.some(isJob)) && !this.isStopping);
  }

  /** Returns how many entries failed. */
  private async publishAll(entries: readonly TakenEntry[]): Promise<number> {
    const results = await Promise.allSettled(entries.map((entry) => this.publish(entry)));
    const those = (status: 'fulfilled' | 'rejected') =>
      entries.filter((_entry, at) => results[at]?.status === status);
    const published = those('fulfilled');
    const failed = those('rejected');
    await this.change(REMOVE, published.map(idOf), published.map(attemptsOf));
    await this.change(POSTPONE, failed.map(idOf));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) {
      const err = failure.reason as unknown;
      this.logger.warn({ err }, `${failed.length} outbox entries failed`);
    }
    return failed.length;
  }

  private async change(command: Command, ids: string[], ...more: unknown[]): Promise<void> {
    if (ids.length > 0) await execute(this.dataSource, command, [ids, ...more]);
  }

  private async publish(entry: TakenEntry): Promise<void> {
    const span = { name: `publish ${entry.name}` };
    const send = () => inSpanFrom(entry.traceParent, span, () => this.send(entry));
    await (entry.requestId ? withRequestContext({ requestId: entry.requestId }, send) : send());
  }

  private async send({ id, kind, name, payload }: TakenEntry): Promise<void> {
    switch (kind) {
      case 'event': {
        const event = domainEvents.find((candidate) => candidate.name === name);
        if (!event) throw new Error(`The outbox holds an unknown event: ${name}`);
        return this.bus.publish(event, payload, id);
      }
      case 'job':
        if (!this.jobs) throw new Error(`This service has no queue for the job ${name}`);
        return this.jobs.publish({ id, name, data: payload });
      case 'live':
        return publishSignal(this.redis, payload);
    }
  }
}

/** Publishes a notice to the gateways on which its owner has a page open. */
export async function publishSignal(redis: RedisCommands, payload: unknown): Promise<void> {
  const notice = liveSignalSchema.parse(payload);
  await redis.publish(liveChannel(notice.userId), JSON.stringify(notice));
}
