import { SpanStatusCode } from '@opentelemetry/api';
import { NoopSpanProcessor, type Span } from '@opentelemetry/sdk-trace-base';

/**
 * Removes the text of errors from spans, since PostgreSQL's may repeat a value. The kind is an attribute; the text is
 * logged.
 */
export class TextlessErrors extends NoopSpanProcessor {
  onEnding(span: Span): void {
    if (span.status.message !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
