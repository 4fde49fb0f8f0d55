/** Headers of every answer of the front end; the page talks to itself and to the API, to nobody else. */
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
    // Browsers mind it over HTTPS alone, so that it does not bind localhost.
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    // Addresses of the page may carry single-use tokens.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
