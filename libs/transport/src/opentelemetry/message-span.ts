import {
  type Attributes,
  type Context,
  context,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { finalize, Observable, tap } from 'rxjs';

// Uses the application's SDK as soon as there is one; without it spans cost next to nothing.
const tracer = trace.getTracer('nestjs-redis-streams');

export interface SpanDescription {
  readonly operation: 'send' | 'process';
  readonly kind: SpanKind;
  readonly pattern: string;
  readonly messageId: string;
  readonly attributes?: Attributes;
}

/** A span of sending or handling a message, with the attributes of OpenTelemetry's messaging conventions. */
export class MessageSpan {
  readonly context: Context;
  private readonly span: Span;

  constructor(parent: Context, description: SpanDescription) {
    const { operation, kind, pattern, messageId } = description;
    const attributes = {
      'messaging.system': 'redis_streams',
      'messaging.operation.name': operation,
      'messaging.operation.type': operation,
      'messaging.destination.name': pattern,
      'messaging.message.id': messageId,
      ...description.attributes,
    };
    this.span = tracer.startSpan(`${operation} ${pattern}`, { kind, attributes }, parent);
    this.context = trace.setSpan(parent, this.span);
  }

  /** What `work` does is done within the span. */
  run<T>(work: () => T): T {
    return context.with(this.context, work);
  }

  /** Subscribes to `values` within the span, which ends with them. */
  watch<T>(values: Observable<T>): Observable<T> {
    const watched = values.pipe(
      tap({ error: (error: unknown) => this.fail(error) }),
      finalize(() => this.end()),
    );
    return new Observable((subscriber) => this.run(() => watched.subscribe(subscriber)));
  }

  fail(error: unknown): void {
    const { code, message } = Object(error) as { code?: unknown; message?: unknown };
    const name = error instanceof Error ? error.name : '_OTHER';
    const type = typeof code === 'string' ? code : name;
    const text = String(message ?? error);
    this.span.setAttribute('error.type', type);
    this.span.recordException(error instanceof Error ? error : { name: type, message: text });
    this.span.setStatus({ code: SpanStatusCode.ERROR, message: text });
  }

  end(): void {
    this.span.end();
  }
}
