import { beginTrace, isTracing, type OpenSpan } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { isQuiet, routeOf } from './observe-requests.js';

const SERVER_ERROR = 500;

/**
 * Starts a trace for every request, if tracing is on. A client's trace is not continued, or clients would decide what
 * is sampled.
 */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isQuiet(request)) spans.set(request, begin(request));
    done();
  });
  // In the same hook as the request's context, for the same reason.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  server.addHook('onResponse', (request, { statusCode }, done) => {
    end(spans.get(request), { 'http.response.status_code': statusCode }, statusCode);
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    end(spans.get(request), { 'error.type': 'aborted' });
    done();
  });
}

function begin(request: FastifyRequest): OpenSpan {
  const { method, id } = request;
  const route = routeOf(request);
  return beginTrace({
    name: `${method} ${route}`,
    kind: 'SERVER',
    attributes: {
      'http.request.method': method,
      'http.route': route,
      // The answer shows it as X-Request-Id, and every log line has it.
      'studiolo.request_id': id,
    },
  });
}

function end(
  span: OpenSpan | undefined,
  attributes: Record<string, string | number>,
  status = 0,
): void {
  span?.set(attributes);
  if (status >= SERVER_ERROR) span?.fail(status);
  span?.end();
}
