import { hash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type DomainEvent, isWireError, type Message } from '@studiolo/contracts';
import { RedisStreamsClient, StreamRecord, TransportError } from 'nestjs-redis-streams';
import { firstValueFrom } from 'rxjs';
import { z } from 'zod';

import { AppError } from '../app-error.js';
import { currentContext } from '../logging/request-context.js';
import { inSpan, messageSpan, traceParent } from '../tracing/span.js';

export interface CallOptions {
  /**
   * Makes the request idempotent: a repeat within 24 hours gets the first reply. A different request under the same id
   * fails with IDEMPOTENCY_KEY_REUSED, so retries must not change the request.
   */
  readonly messageId?: string;
  /** Distinguishes requests under the same id. Default: SHA-256 of the request. */
  readonly digest?: string;
}

/** Sends the messages and events of the contracts. */
@Injectable()
export class MessageBus {
  constructor(private readonly client: RedisStreamsClient) {}

  /**
   * Asks a service and waits for its reply, at most the message's time-out.
   * @throws AppError with a code of the message, UNAVAILABLE or INTERNAL
   */
  call<Request extends z.core.$ZodType, Reply extends z.core.$ZodType>(
    message: Message<Request, Reply>,
    request: z.input<Request>,
    { messageId, digest }: CallOptions = {},
  ): Promise<z.output<Reply>> {
    return inSpan(messageSpan('send', message.pattern), async () => {
      const record = new StreamRecord(request, {
        ...(messageId && { messageId }),
        timeoutMs: message.timeoutMs,
        metadata: {
          ...requestMetadata(),
          ...(messageId && { digest: digest ?? digestOf(request) }),
        },
      });
      const reply = await firstValueFrom(this.client.send<unknown>(message.pattern, record)).catch(
        throwAppError,
      );
      const result = z.safeParse(message.reply, reply);
      if (!result.success) throw new AppError('INTERNAL', {}, { cause: result.error });
      return result.data;
    });
  }

  /** Stores an event for each of its consumers; resolves once Redis has stored it. */
  publish<Payload extends z.core.$ZodType>(
    event: DomainEvent<Payload>,
    payload: z.input<Payload>,
    messageId: string,
  ): Promise<void> {
    return inSpan(messageSpan('send', event.name), async () => {
      const record = new StreamRecord(payload, { messageId, metadata: requestMetadata() });
      await firstValueFrom(this.client.emit<unknown>(event.name, record), { defaultValue: null });
    });
  }
}

/** SHA-256 of a request as sent, after its schema has removed unknown fields. */
function digestOf(request: unknown): string {
  return hash('sha256', JSON.stringify(request), 'base64url');
}

function requestMetadata(): Record<string, string> {
  const { requestId, client } = currentContext();
  const traceparent = traceParent();
  return {
    ...(requestId && { requestId }),
    ...(client && { client }),
    ...(traceparent && { traceparent }),
  };
}

function throwAppError(error: unknown): never {
  if (isWireError(error)) throw AppError.fromWire(error);
  const code =
    error instanceof TransportError && error.code !== 'TOO_LARGE' ? 'UNAVAILABLE' : 'INTERNAL';
  throw new AppError(code, {}, { cause: error });
}
