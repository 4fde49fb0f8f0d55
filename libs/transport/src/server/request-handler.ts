import { Logger } from '@nestjs/common';
import type { MessageHandler, WritePacket } from '@nestjs/microservices';
import { isObservable, type Observable } from 'rxjs';

import type { RedisClock } from '../redis/redis-clock.js';
import { RedisStreamsContext } from '../redis-streams.context.js';
import { decodeEntry, type MessageHeader } from '../wire/entry.js';
import type { MessageSigner } from '../wire/message-signer.js';
import type { Delivery } from './delivery.js';
import type { HandlerHost } from './handler-host.js';
import type { AckTarget, OutgoingBatch } from './outgoing-batch.js';
import type { ServerSettings } from './server-options.js';
import type { ServerCounter } from './server-stats.js';

/** Nest's own words, so that callers cannot tell the transports apart. */
const NO_HANDLER = 'There is no matching message handler defined in the remote service.';
const INTERNAL_ERROR = { status: 'error', message: 'Internal server error' };

export interface RequestHandlerParts {
  readonly settings: ServerSettings;
  readonly signer: MessageSigner | undefined;
  readonly clock: RedisClock;
  readonly host: HandlerHost;
  readonly outgoing: OutgoingBatch;
  readonly counter: ServerCounter;
}

type Respond = (packet: WritePacket) => void;

/** Runs requests: every one is answered and acknowledged, or dropped because nobody waits. */
export class RequestHandler {
  private readonly logger = new Logger(RequestHandler.name);

  constructor(
    private readonly target: AckTarget,
    private readonly parts: RequestHandlerParts,
  ) {}

  accept(delivery: Delivery): void {
    this.target.taken.take(delivery.entryId);
    void this.target.taken
      .run(() => this.handle(delivery))
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => this.parts.outgoing.ack(this.target, delivery.entryId));
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { settings, signer, counter, clock, host } = this.parts;
    const { stream } = this.target;
    const entry = decodeEntry(stream, delivery.fields, signer, settings.maxMessageBytes);
    if (entry.outcome === 'refused' || entry.outcome === 'unreadable-header') {
      counter.add(entry.outcome === 'refused' ? 'refused' : 'unreadable');
      const hint = entry.outcome === 'refused' ? '; is signingKey the same in every process?' : '';
      this.logger.warn(`Dropped ${delivery.entryId} of ${stream}: ${entry.outcome}${hint}`);
      return;
    }
    const { header } = entry;
    const respond = this.responder(header);
    if ((header.deadline ?? Infinity) <= clock.now()) {
      counter.add('expired');
    } else if (delivery.attempt > settings.maxRequestAttempts) {
      counter.add('abandoned');
      this.logger.error(`Gave up ${header.pattern} ${header.id}: ${delivery.attempt} deliveries`);
      respond(failure('The request was given up: no replica survived it'));
    } else if (entry.outcome !== 'ok') {
      counter.add('unreadable');
      respond(failure(`The message could not be accepted: ${entry.outcome}`));
    } else {
      const handler = host.find(header.pattern);
      if (handler) await this.run(handler, header, entry.data, delivery.attempt);
      else this.refuseUnknown(header, respond);
    }
  }

  private async run(
    handler: MessageHandler,
    header: MessageHeader,
    data: unknown,
    attempt: number,
  ): Promise<void> {
    const context = new RedisStreamsContext({
      messageId: header.id,
      pattern: header.pattern,
      attempt,
      deadline: header.deadline && this.parts.clock.toLocal(header.deadline),
      metadata: header.metadata ?? {},
    });
    const respond = this.responder(header);
    const startedAt = performance.now();
    let ok = false;
    await this.parts.host.hooked(context, async () => {
      ok = await this.answer(handler, data, context, respond);
    });
    const outcome = ok ? 'ok' : 'error';
    const durationMs = performance.now() - startedAt;
    const { pattern } = header;
    this.parts.counter.handledOne({ kind: 'request', pattern, outcome, durationMs, attempt });
  }

  private async answer(
    handler: MessageHandler,
    data: unknown,
    context: RedisStreamsContext,
    respond: Respond,
  ): Promise<boolean> {
    try {
      const result: unknown = await handler(data, context);
      if (isObservable(result)) return await answerEach(result, respond);
      respond({ response: result, isDisposed: true });
      return true;
    } catch (error) {
      respond({ err: error, isDisposed: true });
      return false;
    }
  }

  private refuseUnknown(header: MessageHeader, respond: Respond): void {
    this.parts.counter.add('unreadable');
    this.logger.error(`${NO_HANDLER} Pattern: ${header.pattern.slice(0, 200)}`);
    respond({ err: NO_HANDLER, isDisposed: true });
  }

  private responder({ replyTo, call, deadline }: MessageHeader): Respond {
    if (replyTo === undefined || call === undefined) return () => undefined;
    return (packet) =>
      this.parts.outgoing.reply({
        replyTo,
        json: this.encode(call, packet),
        deadline: deadline ?? 0,
      });
  }

  private encode(call: number, { err, response, isDisposed }: WritePacket): string {
    const done = isDisposed ?? false;
    const failed = err !== undefined;
    try {
      const json = JSON.stringify({
        call,
        err: err as unknown,
        response: response as unknown,
        done,
      });
      if (json.length <= this.parts.settings.maxMessageBytes) return json;
      const tooLong = failure(
        `The reply is longer than ${this.parts.settings.maxMessageBytes} bytes`,
      );
      return JSON.stringify({ call, err: tooLong.err as unknown, done: true });
    } catch (error) {
      this.logger.error(error, failed ? 'An error could not be sent' : 'A reply could not be sent');
      return JSON.stringify({ call, err: INTERNAL_ERROR, done: true });
    }
  }
}

function failure(message: string): WritePacket {
  return { err: { status: 'error', message }, isDisposed: true };
}

/** The last value travels together with the end, as in Nest's own transports. */
function answerEach(values: Observable<unknown>, respond: Respond): Promise<boolean> {
  return new Promise((resolve) => {
    let held: { readonly value: unknown } | undefined;
    const release = () => {
      if (held) respond({ response: held.value });
      held = undefined;
    };
    values.subscribe({
      next: (value) => {
        release();
        held = { value };
        process.nextTick(release);
      },
      error: (error: unknown) => {
        release();
        respond({ err: error ?? INTERNAL_ERROR, isDisposed: true });
        resolve(false);
      },
      complete: () => {
        respond(held ? { response: held.value, isDisposed: true } : { isDisposed: true });
        held = undefined;
        resolve(true);
      },
    });
  });
}
