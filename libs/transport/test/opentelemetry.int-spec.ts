import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  type INestMicroservice,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { delay, lastValueFrom, type Observable } from 'rxjs';

import { type RedisStreamsClient, RedisStreamsServer, StreamRecord } from '../src/index.js';
import { traceClient, traceServer } from '../src/opentelemetry/index.js';
import { connectedClient } from './support/service.js';

const exporter = new InMemorySpanExporter();
const tracer = trace.getTracer('test');
let failuresLeft = 0;

class Later implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(delay(1));
  }
}

function inner(name: string): void {
  tracer.startSpan(name).end();
}

@Controller()
class TracedController {
  @MessagePattern('orders.price')
  price(@Payload() pieces: number): number {
    inner('the price list');
    return pieces * 12;
  }

  @UseInterceptors(Later)
  @MessagePattern('orders.price-later')
  async priceLater(@Payload() pieces: number): Promise<number> {
    await Promise.resolve();
    return this.price(pieces);
  }

  @MessagePattern('orders.refuse')
  refuse(): never {
    throw new RpcException({ code: 'SOLD_OUT', message: 'none is left' });
  }

  @EventPattern<string>('orders.placed')
  placed(): void {
    inner('the stock');
    if ((failuresLeft -= 1) >= 0) throw new RpcException('the stock is locked');
  }

  @EventPattern<string>('orders.announced', { broadcast: true })
  announced(): void {
    inner('the cache');
  }
}

@Controller()
class SecondListener {
  @EventPattern<string>('orders.placed')
  placed(): void {
    inner('the invoice');
  }
}

class TracedModule {}

describe.each(redisKinds)('spans of messages on %s', (kind) => {
  let redis: RedisProcess;
  let app: INestMicroservice;
  let client: RedisStreamsClient;

  beforeAll(async () => {
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    );
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    redis = await RedisProcess.start(kind);
    const options = { redisUrl: redis.url, service: 'orders', eventRetryBaseMs: 20 };
    const strategy = traceServer(new RedisStreamsServer({ ...options, maxEventAttempts: 3 }));
    app = await NestFactory.createMicroservice(
      { module: TracedModule, controllers: [TracedController, SecondListener] },
      { strategy, logger: false },
    );
    strategy.addHandler('orders.bare', () => Promise.reject(new Error('out of paper')));
    await app.listen();
    const eventRoutes = { 'orders.placed': ['orders'], 'orders.announced': ['orders'] };
    client = traceClient(await connectedClient({ redisUrl: redis.url, eventRoutes }));
    await eventually(() => expect(strategy.isReady()).toBe(true));
  });

  beforeEach(() => {
    exporter.reset();
    failuresLeft = 0;
  });

  afterAll(async () => {
    client.close();
    await app.close();
    await redis.stop();
    for (const one of [trace, context, propagation]) one.disable();
  });

  /** The names from the first span of a trace to each that has no child. */
  function paths(): string[] {
    const spans = exporter.getFinishedSpans();
    const pathOf = (span: ReadableSpan): string => {
      const { parentSpanContext: parent } = span;
      if (!parent) return span.name;
      const found = spans.find((one) => one.spanContext().spanId === parent.spanId);
      return `${found ? pathOf(found) : 'missing'} > ${span.name}`;
    };
    const parents = new Set(spans.map(({ parentSpanContext }) => parentSpanContext?.spanId));
    return spans
      .filter((span) => !parents.has(span.spanContext().spanId))
      .map(pathOf)
      .sort();
  }

  const inSpan = <T>(work: () => Promise<T>): Promise<T> =>
    tracer.startActiveSpan('the shop', (span) => work().finally(() => span.end()));
  const send = (pattern: string, data: unknown = 2) =>
    inSpan(() => lastValueFrom(client.send<unknown>(`orders.${pattern}`, data)));
  const emit = (data: unknown, pattern = 'orders.placed') =>
    inSpan(() => lastValueFrom(client.emit<unknown>(pattern, data), { defaultValue: 'stored' }));
  const spansOf = (kind: SpanKind) =>
    exporter.getFinishedSpans().filter((span) => span.kind === kind);

  it.each(['price', 'price-later'])('orders.%s runs below the call of its caller', async (name) => {
    expect(await send(name)).toBe(24);
    const [call, run] = [`send orders.${name}`, `process orders.${name}`];
    expect(paths()).toEqual([`the shop > ${call} > ${run} > the price list`]);
    expect(spansOf(SpanKind.CLIENT).map((span) => span.name)).toEqual([call]);
    expect(spansOf(SpanKind.SERVER).map((span) => span.name)).toEqual([run]);
  });

  it('says which message it was, by the names of the conventions', async () => {
    await send('price', new StreamRecord(2, { messageId: 'price-7' }));
    const common = {
      'messaging.system': 'redis_streams',
      'messaging.destination.name': 'orders.price',
      'messaging.message.id': 'price-7',
    };
    expect(spansOf(SpanKind.CLIENT)[0]?.attributes).toEqual({
      ...common,
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
    });
    expect(spansOf(SpanKind.SERVER)[0]?.attributes).toEqual({
      ...common,
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.redis_streams.message.delivery_attempt': 1,
    });
  });

  it.each([
    ['plain', {}],
    ['ordered', { key: 'account-1' }],
    ['delayed', { delayMs: 10 }],
    ['ordered and delayed', { key: 'account-1', delayMs: 10 }],
  ])('every listener of an event that is %s runs below the emit', async (_, options) => {
    await emit(new StreamRecord({ order: 1 }, options));
    const run = 'the shop > send orders.placed > process orders.placed';
    await eventually(() => expect(paths()).toEqual([`${run} > the invoice`, `${run} > the stock`]));
    expect(spansOf(SpanKind.PRODUCER)).toHaveLength(1);
    expect(spansOf(SpanKind.CONSUMER)).toHaveLength(2);
  });

  it('a broadcast event runs below the emit', async () => {
    await emit({}, 'orders.announced');
    const path = 'the shop > send orders.announced > process orders.announced > the cache';
    await eventually(() => expect(paths()).toEqual([path]));
  });

  it('each try of an event is a span of its own below the emit', async () => {
    failuresLeft = 2;
    await emit({ order: 2 });
    const run = 'the shop > send orders.placed > process orders.placed';
    await eventually(() =>
      expect(paths().filter((path) => path === `${run} > the stock`)).toHaveLength(3),
    );
    const attempt = 'messaging.redis_streams.message.delivery_attempt';
    const tries = spansOf(SpanKind.CONSUMER).filter(({ status }) => status.message !== undefined);
    expect(tries.map(({ attributes }) => attributes[attempt])).toEqual([1, 2]);
    expect(tries[0]?.status).toEqual({
      code: SpanStatusCode.ERROR,
      message: 'the stock is locked',
    });
    expect(new Set(spansOf(SpanKind.CONSUMER).map((span) => span.spanContext().traceId)).size).toBe(
      1,
    );
  });

  it('an error of the handler is recorded on both sides', async () => {
    await expect(send('refuse')).rejects.toMatchObject({ code: 'SOLD_OUT' });
    for (const [span] of [spansOf(SpanKind.SERVER), spansOf(SpanKind.CLIENT)]) {
      expect(span?.attributes['error.type']).toBe('SOLD_OUT');
      expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'none is left' });
      expect(span?.events[0]?.attributes).toMatchObject({ 'exception.message': 'none is left' });
    }
  });

  it('an error of a handler that was added without Nest is recorded', async () => {
    await expect(send('bare')).rejects.toBeDefined();
    expect(spansOf(SpanKind.SERVER)[0]?.status.message).toBe('out of paper');
  });

  it('an error of the client is recorded with its code', async () => {
    await expect(emit({}, 'orders.unrouted')).rejects.toMatchObject({ code: 'NO_ROUTE' });
    const [span] = spansOf(SpanKind.PRODUCER);
    expect(span?.attributes['error.type']).toBe('NO_ROUTE');
  });

  it('a context that the caller has put into the metadata is kept', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await send('price', new StreamRecord(2, { metadata: { traceparent } }));
    expect(spansOf(SpanKind.SERVER)[0]?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  });

  it('a missing payload is refused as it is without tracing', async () => {
    const refusal = 'The invalid data or message pattern (undefined/null)';
    await expect(send('price', null)).rejects.toThrow(refusal);
    await expect(emit(undefined)).rejects.toThrow(refusal);
  });
});
