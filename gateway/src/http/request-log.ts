import { Logger } from '@nestjs/common';
import { withRequestContext } from '@studiolo/service-kit';
import type { FastifyInstance } from 'fastify';

const QUIET_ROUTES = new Set(['/health/live', '/health/ready']);

/** Writes one line for each request when it has ended. The route's pattern stands for the URL, which may hold names. */
export function logRequests(server: FastifyInstance): void {
  const logger = new Logger('Request');
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (!QUIET_ROUTES.has(route)) {
      withRequestContext({ requestId: request.id }, () =>
        logger.log({
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          userId: request.session?.userId,
        }),
      );
    }
    done();
  });
}
