import { Logger } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';

import { RedisStreamsContext } from '../redis-streams.context.js';
import { decodeEntry, type MessageHeader } from '../wire/entry.js';
import { orderKeyOf } from '../wire/ordered-events.js';
import type { Delivery } from './delivery.js';
import type { EventRetries } from './event-retries.js';
import type { AckTarget } from './outgoing-batch.js';
import type { RequestHandlerParts } from './request-handler.js';

/** Runs events: every one ends acknowledged after success, or parked as a dead letter. */
export class EventHandler {
  private readonly logger = new Logger(EventHandler.name);

  constructor(
    private readonly target: AckTarget,
    private readonly parts: RequestHandlerParts,
    private readonly retries: EventRetries,
  ) {}

  accept(delivery: Delivery): void {
    this.target.taken.take(delivery.entryId);
    void this.target.taken
      .run(() => this.handle(delivery))
      .catch((error: unknown) => this.logger.error(error));
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { settings, signer, counter, host } = this.parts;
    const { stream } = this.target;
    const entry = decodeEntry(stream, delivery.fields, signer, settings.maxMessageBytes);
    if (entry.outcome === 'refused') {
      // It may be of a process with another key: kept for whoever replays it when that is mended.
      counter.add('refused');
      await this.retries.park(delivery, 'its signature does not verify');
    } else if (entry.outcome !== 'ok') {
      counter.add('unreadable');
      await this.retries.park(delivery, entry.outcome);
    } else if (delivery.attempt > settings.maxEventAttempts) {
      await this.retries.park(delivery, 'no replica survived it');
    } else {
      const handler = host.find(entry.header.pattern);
      if (handler) await this.run(handler, entry.header, entry.data, delivery);
      else {
        counter.add('unreadable');
        await this.retries.park(delivery, `no handler for "${entry.header.pattern}"`);
      }
    }
  }

  private async run(
    handler: MessageHandler,
    header: MessageHeader,
    data: unknown,
    delivery: Delivery,
  ): Promise<void> {
    const { pattern } = header;
    const { attempt } = delivery;
    const context = new RedisStreamsContext({
      messageId: header.id,
      pattern,
      attempt,
      deadline: undefined,
      metadata: header.metadata ?? {},
    });
    const startedAt = performance.now();
    let failure: { readonly cause: unknown } | undefined;
    await this.parts.host.hooked(context, async () => {
      failure = await settle(handler, data, context);
    });
    const durationMs = performance.now() - startedAt;
    const outcome = failure ? 'error' : 'ok';
    this.parts.counter.handledOne({ kind: 'event', pattern, outcome, durationMs, attempt });
    const orderKey = orderKeyOf(delivery.fields);
    if (failure) await this.retries.failed(delivery, pattern, failure.cause);
    else if (orderKey !== undefined) await this.retries.settle(delivery, orderKey);
    else this.parts.outgoing.ack(this.target, delivery.entryId);
  }
}

async function settle(
  handler: MessageHandler,
  data: unknown,
  context: RedisStreamsContext,
): Promise<{ readonly cause: unknown } | undefined> {
  try {
    const result: unknown = await handler(data, context);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    return undefined;
  } catch (cause) {
    return { cause };
  }
}
