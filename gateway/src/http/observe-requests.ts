import { createPlainLogger } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';

import { operationOf } from './operation-of.js';

/** Status logged for a client that disconnected before its answer, as proxies commonly do. */
const CLIENT_CLOSED_REQUEST = 499;

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time until an answer of the API was sent, in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

const aborted = new Counter({
  name: 'studiolo_http_requests_aborted_total',
  help: 'Requests whose client hung up before its answer',
  labelNames: ['method', 'route'],
});

/** Logs one line per request when it has ended, and counts and times all answers for `/metrics`. */
export function observeRequests(server: FastifyInstance): void {
  let logger: ReturnType<typeof createPlainLogger> | undefined;
  const log = (request: FastifyRequest, outcome: { status: number; ms?: number }) => {
    if (isQuiet(request)) return;
    logger ??= createPlainLogger('Request');
    const { id: requestId, method, session } = request;
    const route = routeOf(request);
    logger.info({ requestId, method, route, ...outcome, userId: session?.userId });
  };
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) aborted.inc({ method: one, route: url }, 0);
  });
  server.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    log(request, { status, ms: Math.round(elapsedTime * 10) / 10 });
    const labels = { method: request.method, route: routeOf(request), status };
    if (!isStream(request) || status !== 200) durations.observe(labels, elapsedTime / 1000);
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    log(request, { status: CLIENT_CLOSED_REQUEST });
    const labels = { method: request.method, route: routeOf(request) };
    if (!isStream(request)) aborted.inc(labels);
    done();
  });
}

/** Whether a request is a routine health check, which is neither logged nor traced. */
export function isQuiet(request: FastifyRequest): boolean {
  return request.routeOptions.config.isQuiet ?? false;
}

/** The pattern of a request's route: its URL may hold names and ids, each of which would be a separate series. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown';
}

/** A stream lasts until its client disconnects, so its duration is no answer time; streams have their own metrics. */
function isStream(request: FastifyRequest): boolean {
  return operationOf(request)?.answer === 'events';
}
