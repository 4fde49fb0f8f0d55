// Serves the built front end: the document that the build wrote for a page, else the application's, which has none. Browsers
// may keep hashed files for ever, and `/config.js` contains the API's address, so that one build fits every installation.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import sirv, { type Options } from 'sirv';

import { given } from '../stack/given.ts';
import { listen } from './listen.ts';

const port = Number(given(process.env.PORT) ?? 5173);
const host = given(process.env.HOST) ?? 'localhost';
const apiUrl = given(process.env.API_URL) ?? 'http://localhost:3000';
const folder =
  given(process.env.WEB_ROOT) ?? join(import.meta.dirname, '..', '..', 'frontend', 'dist');

/** Pages may connect only to their own origin and to the API. */
const policy = [
  "default-src 'self'",
  `connect-src 'self' ${new URL(apiUrl).origin}`,
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];
const headers = {
  'Content-Security-Policy': policy.join('; '),
  'X-Content-Type-Options': 'nosniff',
  // Browsers ignore it without HTTPS, so it does not affect localhost.
  'Strict-Transport-Security': 'max-age=31536000',
  // Page addresses may contain single-use tokens.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Documents of other names than their addresses; "/login" gets `login.html`. */
const DOCUMENTS = [
  { path: /^\/(home)?$/, document: '/landing.html' },
  { path: /^\/projects\/(?!new$)[^/]+$/, document: '/project.html' },
];
const config = `window.__STUDIOLO__ = ${JSON.stringify({ apiUrl })};\n`;

const options: Options = {
  etag: true,
  gzip: true,
  brotli: true,
  setHeaders: (response, path) => {
    const isHashed = path.startsWith('/assets/');
    response.setHeader(
      'Cache-Control',
      isHashed ? 'public,max-age=31536000,immutable' : 'no-cache',
    );
  },
};
const files = sirv(folder, options);
const pages = sirv(folder, { ...options, single: true, ignores: false });
/** Every other address is a page's. A browser that asks for a file must not get a page instead. */
const ONLY_FILES = /^\/(assets|\.well-known)\//;

function answer(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const path = request.url?.split('?')[0] ?? '/';
  if (path === '/config.js') {
    const type = 'text/javascript; charset=utf-8';
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(config);
    return;
  }
  const written = DOCUMENTS.find((one) => one.path.test(path));
  if (written) request.url = written.document;
  if (ONLY_FILES.test(path)) files(request, response);
  else pages(request, response);
}

await listen(answer, port, host);
console.log(`Front end on http://${host}:${port}`);
