import { SpanStatusCode } from '@opentelemetry/api';
import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace-base';

/**
 * Removes the text of errors from spans, since PostgreSQL's may repeat a value. The kind is an attribute; the text is
 * logged.
 */
export class TextlessErrors implements SpanProcessor {
  onEnding(span: Span): void {
    if (span.status.message !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  }

  onStart(): void {
    // The span has no status yet.
  }

  onEnd(): void {
    // The span can no longer be changed.
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
