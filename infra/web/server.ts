// Serves the built front end: the landing page and the application are a document each, browsers may keep hashed files
// for ever, and `/config.js` contains the API's address, so that one build fits every installation.
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';

import sirv from 'sirv';

import { securityHeaders } from './security-headers.ts';

const port = Number(process.env.PORT ?? 5173);
const apiUrl = process.env.API_URL ?? 'http://localhost:3000';
const folder = process.env.WEB_ROOT ?? join(import.meta.dirname, '..', '..', 'frontend', 'dist');

const headers = securityHeaders(new URL(apiUrl).origin);
const LANDING_PAGES = ['/', '/home'];
const config = `window.__STUDIOLO__ = ${JSON.stringify({ apiUrl })};\n`;

const files = sirv(folder, {
  single: true,
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
});

function sendConfig(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(config);
}

const server = createServer((request, response) => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const path = request.url?.split('?')[0] ?? '/';
  if (path === '/config.js') return sendConfig(response);
  if (LANDING_PAGES.includes(path)) request.url = '/landing.html';
  files(request, response);
});

server.listen(port, '127.0.0.1', () => console.log(`Front end on http://localhost:${port}`));
