import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
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

interface MessageOperation {
  readonly operation: 'send' | 'process';
  readonly system: 'redis_streams' | 'bullmq';
  readonly name: string;
  /** The queue; the name by default. */
  readonly destination?: string;
}

/** The span of sending or processing a message or job, named by OpenTelemetry's conventions. */
export function messageSpan(
  { operation, system, name, destination = name }: MessageOperation,
  attributes: Attributes = {},
): SpanDescription {
  return {
    name: `${operation} ${name}`,
    kind: operation === 'send' ? 'PRODUCER' : 'CONSUMER',
    attributes: {
      'messaging.system': system,
      'messaging.operation.type': operation,
      'messaging.destination.name': destination,
      ...attributes,
    },
  };
}

/** An open span. Its opener must end it. */
export class OpenSpan {
  private readonly context: Context;

  constructor(
    private readonly span: Span,
    parent: Context,
  ) {
    this.context = trace.setSpan(parent, span);
  }

  /** Spans opened in `work`, also after an await, are children of this one. */
  run<T>(work: () => T): T {
    return context.with(this.context, work);
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  /**
   * Records the kind of an error; its text, which may contain personal data, is only logged. A refusal does not count
   * as a failure.
   */
  fail(error: unknown): void {
    this.span.setAttribute('error.type', kindOf(error));
    const isRefusal = AppError.is(error) && errorStatus(error.code) < 500;
    if (!isRefusal) this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}

/** Begins a trace. Without tracing the span is not recorded. */
export function beginTrace(description: SpanDescription): OpenSpan {
  return open(description, ROOT_CONTEXT);
}

/** Runs `work` as a span of the current trace, or without a span outside a trace. */
export function inSpan<T>(describe: () => SpanDescription, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return runSpan(open(describe(), context.active()), work);
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
  describe: () => SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  if (!traceparent) return work();
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace.getSpanContext(parent) ? runSpan(open(describe(), parent), work) : work();
}

/** The id of the current trace, for the log. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

// A proxy that uses the SDK once it is loaded; until then, and without it, spans are not recorded.
const tracer = trace.getTracer('studiolo');

function open({ name, kind = 'INTERNAL', attributes = {} }: SpanDescription, parent: Context) {
  return new OpenSpan(tracer.startSpan(name, { kind: SpanKind[kind], attributes }, parent), parent);
}

function kindOf(error: unknown): string {
  if (AppError.is(error)) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

async function runSpan<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await span.run(work);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
