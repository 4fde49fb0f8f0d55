import type { Operation } from '@studiolo/contracts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route answers; a route without one is no call of the API. */
    operation?: Operation;
    /** A routine check, which is neither logged nor traced. */
    isQuiet?: true;
  }
}

/** What the contract says of a request's call; undefined when the request is none of the API. */
export function operationOf(request: FastifyRequest): Operation | undefined {
  return request.routeOptions.config.operation;
}
