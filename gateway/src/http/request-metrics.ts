import { eventsOperation } from '@studiolo/contracts';
import { metricsRegistry } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';

const registers = [metricsRegistry];

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time until an answer of the API was sent, in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const aborted = new Counter({
  name: 'studiolo_http_requests_aborted_total',
  help: 'Requests whose client hung up before its answer',
  labelNames: ['method', 'route'],
  registers,
});

/** Counts and times all answers by method, route pattern and status, for `/metrics`. */
export function measureRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const labels = { ...labelsOf(request), status: reply.statusCode };
    const isOver = !isStream(request) || reply.statusCode !== 200;
    if (isOver) durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) aborted.inc({ method: one, route: url }, 0);
  });
  server.addHook('onRequestAbort', (request, done) => {
    if (!isStream(request)) aborted.inc(labelsOf(request));
    done();
  });
}

/**
 * A stream lasts until its client disconnects, so its duration is not an answer time; streams have their own metrics.
 */
function isStream({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === eventsOperation.path;
}

/** Uses the route's pattern: URLs hold ids and names, each of which would be a separate series. */
function labelsOf({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions.url ?? 'unknown' };
}
