import type { FastifyCorsOptions } from '@fastify/cors';

const PREFLIGHT_MAX_AGE_SECONDS = 2 * 60 * 60;

const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Retry-After',
  'X-Request-Id',
];

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
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    strictPreflight: false,
  };
}

/** The same for an answer sent without the framework. @param pages their origin */
export function corsHeaders(pages: string, origin: string | undefined): Record<string, string> {
  if (origin !== pages) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': pages,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}
