import { Logger } from '@nestjs/common';

import { decodeEntry, explain, type ReadableEntry } from '../wire/entry.js';
import type { Delivery } from './delivery.js';
import type { EventRetries } from './event-retries.js';
import type { HandlingParts } from './handling-parts.js';
import type { AckTarget } from './outgoing-batch.js';
import { runEvent } from './run-event.js';

/** Runs events: every one ends acknowledged after success, or parked as a dead letter. */
export class EventHandler {
  private readonly logger = new Logger(EventHandler.name);

  constructor(
    private readonly target: AckTarget,
    private readonly parts: HandlingParts,
    private readonly retries: EventRetries,
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
    const entry = decodeEntry(stream, delivery.fields, signer, settings.maxMessageBytes);
    if (entry.outcome !== 'ok') {
      // A refused one may be of a process with another key: it can be replayed when the keys are the same.
      counter.add(entry.outcome === 'refused' ? 'refused' : 'unreadable');
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
    const failure = await runEvent(this.parts, handler, entry, delivery);
    if (failure) await this.retries.failed(delivery, pattern, failure.cause);
    else this.parts.outgoing.ack(this.target, delivery.entryId);
  }
}
