declare global {
  interface Window {
    /** Set by /config.js, which the server of the pages generates. */
    __STUDIOLO__?: { apiUrl?: string };
  }
}

/** A call fails without an answer within this time. The body of a download may take longer. */
export const CALL_TIMEOUT_MS = 30_000;

const DEFAULT_API_URL = 'http://localhost:3000';

/** Base address of the API, without a trailing slash. */
export function apiBaseUrl(): string {
  return (window.__STUDIOLO__?.apiUrl ?? DEFAULT_API_URL).replace(/\/$/, '');
}
