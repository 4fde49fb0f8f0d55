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

/** What a span is called and says. Nothing of a person belongs here: traces are kept elsewhere, and for long. */
export interface SpanDescription {
  readonly name: string;
  readonly kind?: keyof typeof SpanKind;
  /** By the semantic conventions of OpenTelemetry where they have a name for it. */
  readonly attributes?: Attributes;
}

/** A stretch of work in a trace. Whoever opens it ends it. */
export class OpenSpan {
  private readonly context: Context;

  constructor(
    private readonly span: Span,
    parent: Context,
  ) {
    this.context = trace.setSpan(parent, span);
  }

  /** Spans that are opened in `work`, also after waiting, are parts of this one. */
  run<T>(work: () => T): T {
    return context.with(this.context, work);
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  /** Notes an error by its kind; its text, which may name somebody, is in the log. A refusal is no failure. */
  fail(error: unknown): void {
    this.span.setAttribute('error.type', kindOf(error));
    const isRefusal = AppError.is(error) && errorStatus(error.code) < 500;
    if (!isRefusal) this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}

/** Begins a trace. Without tracing it is a span that is nowhere written down. */
export function beginTrace(description: SpanDescription): OpenSpan {
  return open(description, ROOT_CONTEXT);
}

/** Runs `work` as a span of the trace it is part of; outside a trace it simply runs. */
export function inSpan<T>(describe: () => SpanDescription, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return runSpan(open(describe(), context.active()), work);
}

/** What a message or job carries along, so that its receiver can continue the trace; undefined outside one. */
export function traceParent(): string | undefined {
  if (!trace.getActiveSpan()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Opens a span of the trace that a message or job belongs to; undefined when it belongs to none. */
export function openFrom(
  traceparent: string | null | undefined,
  describe: () => SpanDescription,
): OpenSpan | undefined {
  if (!traceparent) return undefined;
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace.getSpanContext(parent) ? open(describe(), parent) : undefined;
}

/** Runs `work` as a span of the trace that a message or job belongs to; without one it simply runs. */
export function inSpanFrom<T>(
  traceparent: string | null | undefined,
  describe: () => SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  const span = openFrom(traceparent, describe);
  return span ? runSpan(span, work) : work();
}

/** The id of the trace that runs just now, for the log. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

// Asked for its spans only once the SDK may be there: until then, and without it, they are empty.
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
