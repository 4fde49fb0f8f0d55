import type { FastifyCorsOptions } from '@fastify/cors';

const PREFLIGHT_MAX_AGE_SECONDS = 2 * 60 * 60;

/** Lets the pages of the front end call the API, and no others. */
export function corsOptions(appUrl: string): FastifyCorsOptions {
  return {
    // A list, so that another origin gets no header at all rather than a wrong one.
    origin: [new URL(appUrl).origin],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Range',
    ],
    exposedHeaders: [
      'Content-Disposition',
      'Content-Length',
      'Content-Range',
      'ETag',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    strictPreflight: false,
  };
}
