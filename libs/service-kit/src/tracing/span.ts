import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { errorStatus } from '@studiolo/contracts';

import { AppError } from '../app-error.js';

/** Name and attributes of a span. They must contain no personal data: traces are stored elsewhere, and for long. */
export interface SpanDescription {
  readonly name: string;
  readonly kind?: keyof typeof SpanKind;
  /** Named by OpenTelemetry's semantic conventions where these have a name. */
  readonly attributes?: Attributes;
}

/** The span of sending or processing a message or job; a job's attributes name its system and queue. */
export function messageSpan(
  operation: 'send' | 'process',
  name: string,
  attributes: Attributes = {},
): SpanDescription {
  return {
    name: `${operation} ${name}`,
    kind: operation === 'send' ? 'PRODUCER' : 'CONSUMER',
    attributes: {
      'messaging.system': 'redis_streams',
      'messaging.operation.type': operation,
      'messaging.destination.name': name,
      ...attributes,
    },
  };
}

/** Runs `work` as a span of the current trace, or without a span outside a trace. */
export function inSpan<T>(span: SpanDescription, work: () => Promise<T>): Promise<T> {
  return trace.getActiveSpan() ? runSpan(span, context.active(), work) : work();
}

/** The `traceparent` for a message or job, by which its receiver continues the trace; undefined outside a trace. */
export function traceParent(): string | undefined {
  if (!trace.getActiveSpan()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Runs `work` as a span in the trace of a message or job, or without a span if it has no trace. */
export function inSpanFrom<T>(
  traceparent: string | null | undefined,
  span: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  if (!traceparent) return work();
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace.getSpanContext(parent) ? runSpan(span, parent, work) : work();
}

/** The id of the current trace, for the log. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

// A proxy that uses the SDK once it is loaded; until then, and without it, spans are not recorded.
const tracer = trace.getTracer('studiolo');

/** Records the kind of an error; its text, which may contain personal data, is only logged. */
function runSpan<T>(
  { name, kind = 'INTERNAL', attributes = {} }: SpanDescription,
  parent: Context,
  work: () => Promise<T>,
): Promise<T> {
  const options = { kind: SpanKind[kind], attributes };
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setAttribute('error.type', kindOf(error));
      const isRefusal = AppError.is(error) && errorStatus(error.code) < 500;
      if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function kindOf(error: unknown): string {
  if (AppError.is(error)) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
