import { randomUUID } from 'node:crypto';

import type { MessageHandler } from '@nestjs/microservices';
import { context, propagation, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { isObservable, Observable } from 'rxjs';

import type { RedisStreamsClient } from '../client/redis-streams.client.js';
import { RedisStreamsContext } from '../redis-streams.context.js';
import type { RedisStreamsServer } from '../server/redis-streams.server.js';
import { StreamRecord } from '../stream-record.js';
import { MessageSpan } from './message-span.js';

/**
 * Gives each request a span until it is answered and each event one until it is stored, and sends its context along in
 * the metadata. Call it once for a client, which it returns.
 */
export function traceClient<Client extends RedisStreamsClient>(client: Client): Client {
  const send = client.send.bind(client);
  const emit = client.emit.bind(client);
  client.send = <Result, Input>(pattern: unknown, data: Input) => {
    if (isMissing(pattern, data)) return send<Result, Input>(pattern, data);
    return new Observable<Result>((subscriber) => {
      const { span, record } = openSending(SpanKind.CLIENT, pattern, data);
      return span.watch(send<Result, StreamRecord>(pattern, record)).subscribe(subscriber);
    });
  };
  client.emit = <Result, Input>(pattern: unknown, data: Input) => {
    if (isMissing(pattern, data)) return emit<Result, Input>(pattern, data);
    const { span, record } = openSending(SpanKind.PRODUCER, pattern, data);
    const stored = span.run(() => emit<Result, StreamRecord>(pattern, record));
    // It is sent whether or not the caller subscribes.
    span.watch(stored).subscribe({ error: () => undefined });
    return stored;
  };
  return client;
}

/**
 * Gives each run of a handler a span, as a child of the one that sent the message. Call it before Nest gets the server,
 * which it returns.
 */
export function traceServer<Server extends RedisStreamsServer>(server: Server): Server {
  const addHandler = server.addHandler.bind(server);
  server.addHandler = (pattern, handler, isEventHandler = false, extras = {}) => {
    const kind = isEventHandler ? SpanKind.CONSUMER : SpanKind.SERVER;
    addHandler(pattern, traceHandler(handler, kind), isEventHandler, extras);
  };
  return server;
}

/** Nest refuses such messages; inside a record the data would pass. */
function isMissing(...parts: unknown[]): boolean {
  return parts.some((part) => part === undefined || part === null);
}

function openSending(kind: SpanKind, pattern: unknown, payload: unknown) {
  const given: StreamRecord = payload instanceof StreamRecord ? payload : new StreamRecord(payload);
  const { data, options } = given;
  const messageId = options.messageId ?? randomUUID();
  const span = new MessageSpan(context.active(), {
    ...{ operation: 'send', kind, messageId },
    pattern: typeof pattern === 'string' ? pattern : JSON.stringify(pattern),
  });
  const metadata: Record<string, string> = {};
  propagation.inject(span.context, metadata);
  Object.assign(metadata, options.metadata);
  return { span, record: new StreamRecord(data, { ...options, messageId, metadata }) };
}

function openHandling(kind: SpanKind, message: RedisStreamsContext): MessageSpan {
  return new MessageSpan(propagation.extract(ROOT_CONTEXT, message.getMetadata()), {
    ...{ operation: 'process', kind },
    pattern: message.getPattern(),
    messageId: message.getMessageId(),
    attributes: { 'messaging.redis_streams.message.delivery_attempt': message.getAttempt() },
  });
}

/** A proxy, for Nest chains the handlers of one event by a property of theirs. */
function traceHandler(handler: MessageHandler, kind: SpanKind): MessageHandler {
  return new Proxy(handler, {
    async apply(target, self, args: unknown[]): Promise<unknown> {
      const run = () => Reflect.apply(target, self, args) as Promise<unknown>;
      const message = args.find((arg) => arg instanceof RedisStreamsContext);
      if (!message) return run();
      const span = openHandling(kind, message);
      try {
        const result = await span.run(run);
        if (isObservable(result)) return span.watch(result);
        span.end();
        return result;
      } catch (error) {
        span.fail(error);
        span.end();
        throw error;
      }
    },
  });
}
