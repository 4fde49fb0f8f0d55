import { Logger } from '@nestjs/common';
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import pTimeout from 'p-timeout';

import { TextlessErrors } from './textless-errors.js';

/** How long a process that shuts down waits for the collector to accept its last spans. */
const LAST_SPANS_TIMEOUT_MS = 1000;
/** At most one failure to reach the collector is logged in this time. */
const COMPLAINT_INTERVAL_MS = 60_000;

/**
 * Sampling, batches, headers and resource attributes follow the standard OTEL_ variables, which the SDK reads by itself.
 * Returns a function that sends the remaining spans, to be called after everything else has ended.
 */
export function startTracing(service: string, endpoint: string): () => Promise<void> {
  logComplaints();
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'studiolo',
      'service.name': service,
    }).merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] })),
    spanProcessors: [new TextlessErrors(), new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  instrumentPostgres();
  return () =>
    pTimeout(provider.shutdown(), { milliseconds: LAST_SPANS_TIMEOUT_MS }).catch(() => undefined);
}

/**
 * Works because TypeORM loads `pg` later and by `require`. Parameter values are not recorded, and queries outside a
 * request, such as polls, create no trace.
 */
function instrumentPostgres(): void {
  new PgInstrumentation({ requireParentSpan: true, enhancedDatabaseReporting: false });
}

function logComplaints(): void {
  const logger = new Logger('Tracing');
  let complainedAt = Number.NEGATIVE_INFINITY;
  const complain = (message: string) => {
    if (performance.now() - complainedAt < COMPLAINT_INTERVAL_MS) return;
    complainedAt = performance.now();
    logger.warn(`OpenTelemetry: ${reasonOf(message)}`);
  };
  const ignore = () => undefined;
  const sinks = { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(sinks, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** The SDK passes errors as JSON that includes the stack. */
function reasonOf(complaint: string): string {
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(complaint)?.[1] ?? complaint;
}
