declare global {
  interface Window {
    /** Set by /config.js, which the server of the pages generates. */
    __STUDIOLO__?: { apiUrl?: string };
  }
}

const DEFAULT_API_URL = 'http://localhost:3000';

/** Base address of the API, without a trailing slash. */
export function apiBaseUrl(): string {
  return (window.__STUDIOLO__?.apiUrl ?? DEFAULT_API_URL).replace(/\/$/, '');
}
