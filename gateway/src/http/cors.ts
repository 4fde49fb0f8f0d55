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
      'Last-Event-ID',
      'Range',
    ],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    strictPreflight: false,
  };
}

/** The same for an answer that the framework does not send. @param pages their origin */
export function corsHeaders(pages: string, origin: string | undefined): Record<string, string> {
  if (origin !== pages) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': pages,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}
