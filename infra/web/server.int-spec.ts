import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@studiolo/testing/eventually';

import { availablePort } from '../stack/ports.ts';
import { answersOk } from '../stack/readiness.ts';

let folder: string;
let server: ChildProcess;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studiolo-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'plain');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), 'packed');
  const port = await availablePort();
  origin = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: { PORT: String(port), API_URL: 'https://api.example.org:8443/', WEB_ROOT: folder },
  });
  await eventually(() => answersOk(`${origin}/`));
});

afterAll(async () => {
  server.kill();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });

describe('the server of the front end', () => {
  test.each(['/', '/dashboard', '/projects/0198', '/verify-email?token=a.b'])(
    'answers %s with the page, which is not cached',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('<title>Page</title>');
    },
  );

  test('lets browsers keep hashed files for ever', async () => {
    const answer = await get('/assets/app-1a2b.js');
    expect(answer.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
  });

  test('prefers the compressed file when the browser takes it', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toBe('text/javascript');
  });

  test('answers 404 for a file that is not there instead of the page', async () => {
    expect((await get('/assets/gone.js')).status).toBe(404);
  });

  test('tells the page where the API is and lets nobody cache it', async () => {
    const answer = await get('/config.js');
    expect(await answer.text()).toBe(
      'window.__STUDIOLO__ = {"apiUrl":"https://api.example.org:8443/"};\n',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('[S8] lets the page talk to itself and the API only', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("connect-src 'self' https://api.example.org:8443;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  });

  test('takes no other method', async () => {
    expect((await fetch(origin, { method: 'POST' })).status).toBe(405);
  });

  test('never leaves its folder', async () => {
    expect((await get('/..%2f..%2fetc%2fpasswd')).status).not.toBe(500);
    expect(await (await get('/..%2f..%2fetc%2fpasswd')).text()).not.toContain('root:');
  });
});
