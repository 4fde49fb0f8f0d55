import { SpanStatusCode } from '@opentelemetry/api';
import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace-base';

/** Takes the text of errors out of spans: PostgreSQL's may repeat a value. Their kind is an attribute, the text in the log. */
export class TextlessErrors implements SpanProcessor {
  onEnding(span: Span): void {
    if (span.status.message !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  }

  onStart(): void {
    // Nothing is known of it yet.
  }

  onEnd(): void {
    // It cannot be changed any more.
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
