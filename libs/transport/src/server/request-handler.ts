import { Logger } from '@nestjs/common';

import { type DecodedEntry, decodeEntry, explain, type MessageHeader } from '../wire/entry.js';
import { answerRequest, refusal } from './answer-request.js';
import type { Delivery, DeliveryHandler } from './delivery.js';
import type { ReplicaParts } from './replica-parts.js';
import { type Outcome, runHandler } from './run-handler.js';
import { TakenEntries } from './taken-entries.js';

/** Nest's own words, so that callers cannot tell the transports apart. */
const NO_HANDLER = 'There is no matching message handler defined in the remote service.';
/** Deliveries after which a request that keeps killing its replica is answered with an error. */
const MAX_ATTEMPTS = 3;

/** Runs or refuses each request and then acknowledges it; drops those that nobody waits for. */
export class RequestHandler implements DeliveryHandler {
  readonly kind = 'request';
  readonly taken: TakenEntries;
  readonly waiting = 0;
  private readonly logger = new Logger(RequestHandler.name);

  constructor(private readonly parts: ReplicaParts) {
    const { keys, settings } = parts;
    this.taken = new TakenEntries(keys.requests, settings.service, settings.concurrency);
  }

  accept(delivery: Delivery): void {
    void this.taken
      .run(delivery.entryId, () => this.handle(delivery))
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => this.parts.outgoing.acknowledge(this.taken, delivery.entryId));
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { signer, counts, clock, outgoing } = this.parts;
    const { stream } = this.taken;
    const entry = decodeEntry(stream, delivery.fields, signer);
    if (entry.outcome === 'refused' || entry.outcome === 'unreadable-header') {
      counts[entry.outcome === 'refused' ? 'refused' : 'unreadable'] += 1;
      this.logger.warn(`Dropped ${delivery.entryId} of ${stream}: ${explain(entry.outcome)}`);
    } else if ((entry.header.deadline ?? Infinity) <= clock.now()) {
      counts.expired += 1;
    } else {
      answerRequest(outgoing, entry.header, await this.runOrRefuse(entry, delivery));
    }
  }

  private async runOrRefuse(
    entry: Extract<DecodedEntry, { header: MessageHeader }>,
    delivery: Delivery,
  ): Promise<Outcome> {
    const { counts, handlers } = this.parts;
    const { id, pattern } = entry.header;
    if (delivery.attempt > MAX_ATTEMPTS) {
      counts.abandoned += 1;
      this.logger.error(`Gave up ${pattern} ${id}: ${delivery.attempt} deliveries`);
      return refusal('The request was given up: no replica survived it');
    }
    if (entry.outcome !== 'ok') {
      counts.unreadable += 1;
      return refusal(`The message could not be accepted: ${explain(entry.outcome)}`);
    }
    const handler = handlers.get(pattern);
    if (handler) return await runHandler(this.parts, { kind: this.kind, handler, entry, delivery });
    counts.unreadable += 1;
    this.logger.error(`${NO_HANDLER} Pattern: ${pattern.slice(0, 200)}`);
    return { cause: NO_HANDLER };
  }
}
