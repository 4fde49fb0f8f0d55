import { Logger } from '@nestjs/common';

import {
  type DecodedEntry,
  decodeEntry,
  explain,
  MAX_MESSAGE_BYTES,
  type MessageHeader,
} from '../wire/entry.js';
import type { Reply } from '../wire/reply.js';
import type { Delivery, DeliveryHandler } from './delivery.js';
import { PendingEntries } from './pending-entries.js';
import type { ReplicaContext } from './replica-context.js';
import { type Outcome, runHandler } from './run-handler.js';

/** Nest's own words, so that callers cannot tell the transports apart. */
const NO_HANDLER = 'There is no matching message handler defined in the remote service.';
const INTERNAL_ERROR = errorOf('Internal server error');
/** Deliveries after which a request that keeps killing its replica is answered with an error. */
const MAX_ATTEMPTS = 3;

/** Runs or refuses each request, answers it and acknowledges it; drops those that nobody waits for. */
export class RequestConsumer implements DeliveryHandler {
  readonly kind = 'request';
  readonly taken: PendingEntries;
  readonly waiting = 0;
  private readonly logger = new Logger(RequestConsumer.name);

  constructor(private readonly parts: ReplicaContext) {
    const { keys, settings } = parts;
    this.taken = new PendingEntries(keys.requests, settings.service, settings.concurrency);
  }

  accept(delivery: Delivery): void {
    void this.taken
      .run(delivery.entryId, () => this.handle(delivery))
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => this.parts.outgoing.acknowledge(this.taken, delivery.entryId));
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { cipher, counts, clock } = this.parts;
    const { stream } = this.taken;
    const entry = decodeEntry(stream, delivery.fields, cipher);
    if (entry.outcome === 'refused' || entry.outcome === 'unreadable-header') {
      counts[entry.outcome === 'refused' ? 'refused' : 'unreadable'] += 1;
      this.logger.warn(`Dropped ${delivery.entryId} of ${stream}: ${explain(entry.outcome)}`);
    } else if ((entry.header.deadline ?? Infinity) <= clock.now()) {
      counts.expired += 1;
    } else {
      this.answer(entry.header, await this.runOrRefuse(entry, delivery));
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
      return { cause: errorOf('The request was given up: no replica survived it') };
    }
    if (entry.outcome !== 'ok') {
      counts.unreadable += 1;
      const reason = explain(entry.outcome);
      return { cause: errorOf(`The message could not be accepted: ${reason}`) };
    }
    const handler = handlers.get(pattern);
    if (handler) return await runHandler(this.parts, this.kind, handler, entry, delivery);
    counts.unreadable += 1;
    this.logger.error(`${NO_HANDLER} Pattern: ${pattern.slice(0, 200)}`);
    return { cause: NO_HANDLER };
  }

  private answer({ replyTo, call, deadline = 0 }: MessageHeader, outcome: Outcome): void {
    if (replyTo === undefined || call === undefined || 'overdue' in outcome) return;
    const reply =
      'cause' in outcome
        ? { call, err: outcome.cause ?? INTERNAL_ERROR }
        : { call, response: outcome.response };
    this.parts.outgoing.reply({ replyTo, json: this.encode(reply), deadline });
  }

  /** What cannot be encoded, or is too long, becomes an error. */
  private encode(reply: Reply): string {
    const { call } = reply;
    try {
      const json = JSON.stringify(reply);
      if (json.length <= MAX_MESSAGE_BYTES) return json;
      const err = errorOf(`The reply is longer than ${MAX_MESSAGE_BYTES} bytes`);
      return JSON.stringify({ call, err });
    } catch (error) {
      const what = 'err' in reply ? 'An error' : 'A reply';
      this.logger.error(error, `${what} could not be sent`);
      return JSON.stringify({ call, err: INTERNAL_ERROR });
    }
  }
}

function errorOf(message: string) {
  return { status: 'error', message };
}
