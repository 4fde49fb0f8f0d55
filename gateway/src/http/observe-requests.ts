import { type ErrorCode, errorCodes } from '@studiolo/contracts';
import { createPlainLogger } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

const errors = new Counter({
  name: 'studiolo_http_errors_total',
  help: 'Answers with an error, by its code: refusals such as a full quota as well as failures',
  labelNames: ['code', 'route'],
});

/** The route of requests for an address that no route has. */
const UNKNOWN_ROUTE = 'unknown';
/** The codes that the alerts read. A series that is born with its first value would hide that from them. */
const FAILURES: readonly ErrorCode[] = ['INTERNAL', 'UNAVAILABLE', 'UPLOAD_EXPIRED'];

for (const code of errorCodes) errors.inc({ code, route: UNKNOWN_ROUTE }, 0);

declare module 'fastify' {
  interface FastifyRequest {
    /** The error by which it is answered, or for which its answer was cut off. */
    errorCode?: ErrorCode;
  }
}

let logger: ReturnType<typeof createPlainLogger> | undefined;

/** Observes every request that a route or the answer for unknown addresses handles. */
export function observeRequests(server: FastifyInstance): void {
  server.addHook('onRoute', ({ method, url: route }) => {
    for (const one of [method].flat()) aborted.inc({ method: one, route }, 0);
    for (const code of FAILURES) errors.inc({ code, route }, 0);
  });
  server.addHook('onRequest', (request, reply, done) => {
    observe(request, reply);
    done();
  });
}

/** Logs one line when a request has ended, and counts and times its answer for `/metrics`: the one place that does. */
export function observe(request: FastifyRequest, reply: FastifyReply): void {
  const began = performance.now();
  whenEnded(request, reply, (isSent) => {
    const { method, errorCode: code } = request;
    const [route, status, ms] = [routeOf(request), reply.raw.statusCode, performance.now() - began];
    // An answer that we cut off is a failure of ours, whatever its status.
    if (code !== undefined) errors.inc({ code, route });
    if (!isSent && code === undefined) {
      log(request, { status: CLIENT_CLOSED_REQUEST });
      if (!isStream(request)) aborted.inc({ method, route });
      return;
    }
    log(request, { status, ms: Math.round(ms * 10) / 10 });
    if (!isStream(request) || status !== 200)
      durations.observe({ method, route, status }, ms / 1000);
  });
}

function log(request: FastifyRequest, outcome: { status: number; ms?: number }): void {
  if (isQuiet(request)) return;
  logger ??= createPlainLogger('Request');
  const { id: requestId, method, session } = request;
  const route = routeOf(request);
  logger.info({ requestId, method, route, ...outcome, userId: session?.userId });
}

/**
 * Notes the error of a request whose client still waits. When a client has left, its request fails with errors that are
 * nobody's fault.
 */
export function noteError(request: FastifyRequest, code: ErrorCode): void {
  if (!request.raw.socket.destroyed) request.errorCode = code;
}

/**
 * Calls back once, when the answer was sent or its client has left. The response alone does not tell: one that waits for
 * its turn on a connection that ends is never closed.
 */
function whenEnded(
  { raw: { socket } }: FastifyRequest,
  { raw: response }: FastifyReply,
  ended: (isSent: boolean) => void,
): void {
  let hasEnded = false;
  const end = (isSent: boolean) => {
    // A connection that ends closes its response meanwhile.
    if (hasEnded) return;
    hasEnded = true;
    socket.off('close', left);
    ended(isSent);
  };
  const left = () => end(false);
  response.once('finish', () => end(true)).once('close', left);
  socket.once('close', left);
}

/** Whether a request is a routine health check, which is neither logged nor traced. */
export function isQuiet(request: FastifyRequest): boolean {
  return request.routeOptions.config.isQuiet ?? false;
}

/** The pattern of a request's route: its URL may hold names and ids, each of which would be a separate series. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? UNKNOWN_ROUTE;
}

/** A stream lasts until its client disconnects, so its duration is no answer time; streams have their own metrics. */
function isStream(request: FastifyRequest): boolean {
  return operationOf(request)?.answer === 'events';
}
