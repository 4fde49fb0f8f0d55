import { Logger } from '@nestjs/common';

import { decodeEntry, explain, type ReadableEntry } from '../wire/entry.js';
import type { Delivery, DeliveryHandler } from './delivery.js';
import { EventRetries } from './event-retries.js';
import type { ReplicaParts } from './replica-parts.js';
import { runHandler } from './run-handler.js';
import { TakenEntries } from './taken-entries.js';

/** Events a replica works on at once. */
const CONCURRENCY = 16;

/** Runs events: every one ends acknowledged after success, or parked as a dead letter. */
export class EventHandler implements DeliveryHandler {
  readonly kind = 'event';
  readonly taken: TakenEntries;
  private readonly retries: EventRetries;
  private readonly logger = new Logger(EventHandler.name);

  constructor(private readonly parts: ReplicaParts) {
    this.taken = new TakenEntries(parts.keys.events, parts.settings.service, CONCURRENCY);
    this.retries = new EventRetries(this.taken, parts, (delivery) => this.accept(delivery));
  }

  get waiting(): number {
    return this.retries.waiting;
  }

  stopRetries(): void {
    this.retries.stop();
  }

  accept(delivery: Delivery): void {
    void this.taken
      .run(delivery.entryId, () => this.handle(delivery))
      .catch((error: unknown) => {
        this.logger.error(error);
        // Redis still counts it as pending: it is claimed again, like what never arrived.
        this.taken.release(delivery.entryId);
      });
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { settings, signer, counts } = this.parts;
    const entry = decodeEntry(this.taken.stream, delivery.fields, signer);
    if (entry.outcome !== 'ok') {
      // The sender of a refused one may have another key: a replay runs it once the keys are the same.
      counts[entry.outcome === 'refused' ? 'refused' : 'unreadable'] += 1;
      await this.retries.park(delivery, explain(entry.outcome));
    } else if (delivery.attempt > settings.maxEventAttempts) {
      await this.retries.park(delivery, 'no replica survived it');
    } else {
      await this.run(entry, delivery);
    }
  }

  private async run(entry: ReadableEntry, delivery: Delivery): Promise<void> {
    const { counts, handlers, outgoing } = this.parts;
    const { pattern } = entry.header;
    const handler = handlers.get(pattern);
    if (!handler) {
      counts.unreadable += 1;
      await this.retries.park(delivery, `no handler for "${pattern}"`);
      return;
    }
    const outcome = await runHandler(this.parts, this.kind, handler, entry, delivery.attempt);
    if ('cause' in outcome) await this.retries.failed(delivery, pattern, outcome.cause);
    else outgoing.acknowledge(this.taken, delivery.entryId);
  }
}
