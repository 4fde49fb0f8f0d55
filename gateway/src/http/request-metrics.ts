import { metricsRegistry } from '@studiolo/service-kit';
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time until an answer of the API was sent, in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metricsRegistry],
});

/** Counts and times all answers by method, route pattern and status, for `/metrics`. */
export function measureRequests(server: FastifyInstance): void {
  server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.url ?? 'unknown';
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}
