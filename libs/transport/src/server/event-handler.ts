import { Logger } from '@nestjs/common';

import { decodeEntry, explain, fieldOf, type ReadableEntry } from '../wire/entry.js';
import { orderKeyOf } from '../wire/ordered-events.js';
import { type Broadcasts, isBroadcast } from './broadcasts.js';
import type { Delivery } from './delivery.js';
import type { EventRetries } from './event-retries.js';
import type { HandlingParts } from './handling-parts.js';
import type { AckTarget } from './outgoing-batch.js';
import { runEvent } from './run-event.js';

/** Runs events: every one ends acknowledged after success, or parked as a dead letter. */
export class EventHandler {
  private readonly logger = new Logger(EventHandler.name);

  /** @param broadcasts what is for every replica is handed on to these, and succeeds when Redis has stored it there */
  constructor(
    private readonly target: AckTarget,
    private readonly parts: HandlingParts,
    private readonly retries: EventRetries,
    private readonly broadcasts: Broadcasts | undefined,
  ) {}

  accept(delivery: Delivery): void {
    this.target.taken.take(delivery.entryId);
    void this.target.taken
      .run(() => this.handle(delivery))
      .catch((error: unknown) => {
        this.logger.error(error);
        // Redis still counts it as pending: it is claimed again, like what never arrived.
        this.target.taken.release(delivery.entryId);
      });
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { settings, signer, counter } = this.parts;
    const { stream } = this.target;
    const entry = decodeEntry(stream, delivery.fields, signer, settings);
    if (entry.outcome === 'refused') {
      // It may be of a process with another key: kept for whoever replays it when that is mended.
      counter.add('refused');
      await this.retries.park(delivery, 'its signature does not verify');
    } else if (entry.outcome !== 'ok') {
      counter.add('unreadable');
      await this.retries.park(delivery, explain(entry.outcome));
    } else if (delivery.attempt > settings.maxEventAttempts) {
      await this.retries.park(delivery, 'no replica survived it');
    } else {
      await this.run(entry, delivery);
    }
  }

  private async run(entry: ReadableEntry, delivery: Delivery): Promise<void> {
    const { pattern } = entry.header;
    const handler = this.parts.host.find(pattern);
    if (!handler) {
      this.parts.counter.add('unreadable');
      await this.retries.park(delivery, `no handler for "${pattern}"`);
      return;
    }
    const failure =
      this.broadcasts && isBroadcast(handler)
        ? await this.broadcasts.pass(entry.header, fieldOf(delivery.fields, 'd') ?? '')
        : await runEvent(this.parts, handler, entry, delivery.attempt);
    const orderKey = orderKeyOf(delivery.fields);
    if (failure) await this.retries.failed(delivery, pattern, failure.cause);
    else if (orderKey !== undefined) await this.retries.settle(delivery, orderKey);
    else this.parts.outgoing.ack(this.target, delivery.entryId);
  }
}
