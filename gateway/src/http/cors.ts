import type { FastifyCorsOptions } from '@fastify/cors';

const PREFLIGHT_MAX_AGE_SECONDS = 2 * 60 * 60;

/** Allows only the front end's pages to call the API. */
export function corsOptions(appUrl: string): FastifyCorsOptions {
  return {
    // A list, so that another origin gets no header instead of a wrong one.
    origin: [new URL(appUrl).origin],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Last-Event-ID',
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
