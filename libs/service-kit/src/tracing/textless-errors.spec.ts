import { SpanStatusCode } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

import { TextlessErrors } from './textless-errors.js';

test('a failed span has the error status without the text of the error', () => {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new TextlessErrors(), new SimpleSpanProcessor(exporter)];
  const span = new BasicTracerProvider({ spanProcessors }).getTracer('test').startSpan('query');
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'invalid input syntax: "hunter2"' });
  span.end();
  const [exported] = exporter.getFinishedSpans();
  expect(exported?.status).toEqual({ code: SpanStatusCode.ERROR });
});
