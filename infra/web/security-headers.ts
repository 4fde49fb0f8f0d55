/** Headers of every answer of the front end. Its pages may connect only to their own origin and to the API. */
export function securityHeaders(apiOrigin: string): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `connect-src 'self' ${apiOrigin}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    // Browsers ignore it without HTTPS, so it does not affect localhost.
    'Strict-Transport-Security': 'max-age=31536000',
    // Page addresses may contain single-use tokens.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
