import { createPlainLogger } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const QUIET_ROUTES = new Set(['/health/live', '/health/ready', '/health/status']);
/** Status logged for a client that disconnected before its answer, as proxies commonly do. */
const CLIENT_CLOSED_REQUEST = 499;

/** Whether a request is a routine health check, which is neither logged nor traced. */
export function isQuiet({ routeOptions }: FastifyRequest): boolean {
  return QUIET_ROUTES.has(routeOptions.url ?? '');
}

/** Logs one line per request when it has ended. The route's pattern replaces the URL, which may hold names. */
export function logRequests(server: FastifyInstance): void {
  let logger: ReturnType<typeof createPlainLogger> | undefined;
  const write = (request: FastifyRequest, status: number, ms: number | undefined) => {
    if (isQuiet(request)) return;
    logger ??= createPlainLogger('Request');
    const { id: requestId, method, session, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    logger.info({ requestId, method, route, status, ms, userId: session?.userId });
  };
  server.addHook('onResponse', (request, reply, done) => {
    write(request, reply.statusCode, Math.round(reply.elapsedTime * 10) / 10);
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    write(request, CLIENT_CLOSED_REQUEST, undefined);
    done();
  });
}
