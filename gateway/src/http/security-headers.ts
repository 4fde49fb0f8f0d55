import type { ServerResponse } from 'node:http';

/** Sent with every answer. The API has no pages, so the policy allows nothing: a file that a browser opens is no page. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-resource-policy': 'same-site',
  'cross-origin-opener-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // Answers belong to one user; a shared cache must not keep them.
  'cache-control': 'no-store',
};

const ENTRIES = Object.entries(SECURITY_HEADERS);

/**
 * Sets the headers on Node's response, so that every answer carries them, also one of a plugin or of the router.
 * @param transport value of Strict-Transport-Security
 */
export function setSecurityHeaders(response: ServerResponse, transport: string): void {
  for (const [name, value] of ENTRIES) response.setHeader(name, value);
  response.setHeader('strict-transport-security', transport);
}
