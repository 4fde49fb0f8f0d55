import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { projectDeleted } from '@studiolo/contracts';
import { v7 as uuidv7 } from 'uuid';

import { enqueue, type OutboxDispatcher } from '../src/database.js';
import { recordSomething, testOutbox } from './support/test-outbox.js';

const exporter = new InMemorySpanExporter();
const { dataSource, newDispatcher } = testOutbox();
let dispatcher: OutboxDispatcher;

beforeAll(() => {
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  dispatcher = newDispatcher();
});
beforeEach(() => exporter.reset());
afterAll(() => {
  for (const one of [trace, context, propagation]) one.disable();
});

const inRequest = <T>(work: () => Promise<T>): Promise<T> =>
  trace.getTracer('test').startActiveSpan('request', (span) => work().finally(() => span.end()));

function spanNamed(name: string) {
  const found = exporter.getFinishedSpans().find((span) => span.name === name);
  if (!found) throw new Error(`There is no span "${name}"`);
  return found;
}

test('the publication of an event is a part of the trace that caused it', async () => {
  await inRequest(() => dataSource.transaction(recordSomething));
  await dispatcher.run();
  const published = spanNamed(`publish ${projectDeleted.name}`);
  const request = spanNamed('request').spanContext();
  expect(published.spanContext().traceId).toBe(request.traceId);
  expect(published.parentSpanContext?.spanId).toBe(request.spanId);
  expect(published.status.code).toBe(SpanStatusCode.UNSET);
});

test('a publication that fails is an error in the trace that caused it', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const job = { id: uuidv7(), name: 'mail', data: {} };
  await inRequest(() => dataSource.transaction((transaction) => enqueue(transaction, job)));
  await dispatcher.run();
  const { attributes, status } = spanNamed('publish mail');
  expect([attributes['error.type'], status.code]).toEqual(['Error', SpanStatusCode.ERROR]);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test('an event that was announced outside a trace begins none', async () => {
  await dataSource.transaction(recordSomething);
  await dispatcher.run();
  expect(exporter.getFinishedSpans()).toEqual([]);
});
