import { Logger } from '@nestjs/common';

import { type DecodedEntry, decodeEntry, explain, type MessageHeader } from '../wire/entry.js';
import type { Delivery } from './delivery.js';
import type { HandlingParts } from './handling-parts.js';
import type { AckTarget } from './outgoing-batch.js';
import { Responder } from './responder.js';
import { runRequest } from './run-request.js';

/** Nest's own words, so that callers cannot tell the transports apart. */
const NO_HANDLER = 'There is no matching message handler defined in the remote service.';

/** Runs or refuses each request and then acknowledges it; drops those that nobody waits for. */
export class RequestHandler {
  private readonly logger = new Logger(RequestHandler.name);

  constructor(
    private readonly target: AckTarget,
    private readonly parts: HandlingParts,
  ) {}

  accept(delivery: Delivery): void {
    this.target.taken.take(delivery.entryId);
    void this.target.taken
      .run(() => this.handle(delivery))
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => this.parts.outgoing.ack(this.target, delivery.entryId));
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { settings, signer, counter } = this.parts;
    const { stream } = this.target;
    const entry = decodeEntry(stream, delivery.fields, signer, settings.maxMessageBytes);
    if (entry.outcome === 'refused' || entry.outcome === 'unreadable-header') {
      counter.add(entry.outcome === 'refused' ? 'refused' : 'unreadable');
      this.logger.warn(`Dropped ${delivery.entryId} of ${stream}: ${explain(entry.outcome)}`);
      return;
    }
    await this.runOrRefuse(entry, delivery);
  }

  private async runOrRefuse(
    entry: Extract<DecodedEntry, { header: MessageHeader }>,
    delivery: Delivery,
  ): Promise<void> {
    const { attempt } = delivery;
    const { settings, counter, clock, host } = this.parts;
    const { header } = entry;
    const responder = new Responder(header, this.parts);
    if ((header.deadline ?? Infinity) <= clock.now()) {
      counter.add('expired');
    } else if (attempt > settings.maxRequestAttempts) {
      counter.add('abandoned');
      this.logger.error(`Gave up ${header.pattern} ${header.id}: ${attempt} deliveries`);
      responder.refuse('The request was given up: no replica survived it');
    } else if (entry.outcome !== 'ok') {
      counter.add('unreadable');
      responder.refuse(`The message could not be accepted: ${explain(entry.outcome)}`);
    } else {
      const handler = host.find(header.pattern);
      if (handler) await runRequest(this.parts, handler, entry, delivery);
      else this.refuseUnknown(header, responder);
    }
  }

  private refuseUnknown({ pattern }: MessageHeader, responder: Responder): void {
    this.parts.counter.add('unreadable');
    this.logger.error(`${NO_HANDLER} Pattern: ${pattern.slice(0, 200)}`);
    responder.fail(NO_HANDLER);
  }
}
