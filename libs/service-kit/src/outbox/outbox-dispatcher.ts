import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import { domainEvents } from '@studiolo/contracts';
import { DataSource } from 'typeorm';

import { withRequestContext } from '../logging/request-context.js';
import { MessageBus } from '../messaging/message-bus.js';
import { JobPublisher } from './job-publisher.js';
import { OutboxEntry } from './outbox-entry.entity.js';

const POLL_INTERVAL_MS = 1000;
const BATCH_SIZE = 50;
/** After this long without a word from the dispatcher that took an entry, another one takes it. */
const LEASE = '5 seconds';

type TakenEntry = Pick<OutboxEntry, 'id' | 'kind' | 'name' | 'payload'> & {
  request_id: string | null;
};

/**
 * Publishes what committed transactions left in the outbox. An entry is leased, published outside any
 * transaction and deleted; a crash in between publishes it again under the same id.
 */
@Injectable()
export class OutboxDispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OutboxDispatcher.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wokenMeanwhile = false;
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: MessageBus,
    @Optional() private readonly jobs: JobPublisher | undefined,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Looks at the outbox soon, without waiting for the next poll. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.wokenMeanwhile = true;
      return;
    }
    this.running = this.drain().finally(() => {
      this.running = undefined;
      if (!this.wokenMeanwhile) return;
      this.wokenMeanwhile = false;
      this.wake();
    });
  }

  /** Publishes until nothing is due. Errors are logged: the entries stay and come again. */
  async drain(): Promise<void> {
    try {
      for (;;) {
        const entries = await this.take();
        if (entries.length === 0) return;
        const results = await Promise.allSettled(entries.map((entry) => this.publish(entry)));
        const done = entries.filter((_entry, index) => results[index]?.status === 'fulfilled');
        await this.remove(done);
        const failure = results.find((result) => result.status === 'rejected');
        if (failure) throw failure.reason;
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'The outbox is drained later');
    }
  }

  private async take(): Promise<TakenEntry[]> {
    const [rows]: [TakenEntry[], number] = await this.dataSource.query(
      `UPDATE outbox SET available_at = now() + $1::interval, attempts = attempts + 1
        WHERE id IN (SELECT id FROM outbox WHERE available_at <= now()
                      ORDER BY available_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, kind, name, payload, request_id`,
      [LEASE, BATCH_SIZE],
    );
    return rows;
  }

  private async publish(entry: TakenEntry): Promise<void> {
    const send = () => (entry.kind === 'job' ? this.publishJob(entry) : this.publishEvent(entry));
    await (entry.request_id ? withRequestContext({ requestId: entry.request_id }, send) : send());
  }

  private async publishEvent({ id, name, payload }: TakenEntry): Promise<void> {
    const event = domainEvents.find((candidate) => candidate.name === name);
    if (!event) throw new Error(`The outbox holds an unknown event: ${name}`);
    await this.bus.announce(event, payload, id);
  }

  private async publishJob({ id, name, payload }: TakenEntry): Promise<void> {
    if (!this.jobs) throw new Error(`This service has no queue for the job ${name}`);
    await this.jobs.publish({ id, name, data: payload });
  }

  private async remove(entries: TakenEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.dataSource.query('DELETE FROM outbox WHERE id = ANY($1)', [
      entries.map((entry) => entry.id),
    ]);
  }
}
