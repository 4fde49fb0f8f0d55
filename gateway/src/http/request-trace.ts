import {
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { isQuiet, routeOf } from './observe-requests.js';

const SERVER_ERROR = 500;

const tracer = trace.getTracer('studiolo');

/**
 * Starts a trace for every request. A client's trace is not continued, or clients would decide what
 * is sampled.
 */
export function traceRequests(server: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isQuiet(request)) spans.set(request, begin(request));
    done();
  });
  // In the same hook as the request's context, for the same reason.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) context.with(trace.setSpan(ROOT_CONTEXT, span), done);
    else done();
  });
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= SERVER_ERROR) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    spans.get(request)?.setAttribute('error.type', 'aborted').end();
    done();
  });
}

function begin(request: FastifyRequest): Span {
  const { method, id } = request;
  const route = routeOf(request);
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    // The answer shows it as X-Request-Id, and every log line has it.
    'studiolo.request_id': id,
  };
  return tracer.startSpan(
    `${method} ${route}`,
    { kind: SpanKind.SERVER, attributes },
    ROOT_CONTEXT,
  );
}
