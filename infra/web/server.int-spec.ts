import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { duringTests } from '@studiolo/testing/during-tests';
import { slowClients } from '@studiolo/testing/slow-client';

import { availablePort } from '../stack/ports.ts';
import { answersOk } from '../stack/readiness.ts';
import { Sandbox } from '../test/sandbox.ts';

const SERVER = join(import.meta.dirname, 'server.ts');
const sandbox = duringTests(() => new Sandbox());
let origin: string;

beforeAll(async () => {
  const { folder } = sandbox();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Application</title>');
  await writeFile(join(folder, 'landing.html'), '<!doctype html><title>Landing page</title>');
  await writeFile(join(folder, 'projects.html'), '<!doctype html><title>list</title>');
  await writeFile(join(folder, 'project.html'), '<!doctype html><title>project</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'plain');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), 'packed');
  const port = await availablePort();
  origin = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), API_URL: 'https://api.example.org:8443/', WEB_ROOT: folder };
  await sandbox().run('web', { file: process.execPath, args: [SERVER], env }, () =>
    answersOk(`${origin}/`),
  );
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });

describe('the server of the front end', () => {
  test.each([
    ['/', 'Landing page'],
    ['/?utm_source=mail', 'Landing page'],
    ['/home', 'Landing page'],
    ['/dashboard', 'Application'],
    ['/projects', 'list'],
    ['/projects?view=board', 'list'],
    ['/projects/0198', 'project'],
    ['/projects/0198?file=a.png', 'project'],
    ['/projects/new', 'Application'],
    ['/projects/0198/more', 'Application'],
    ['/verify-email?token=a.b', 'Application'],
    ['/index.php', 'Application'],
  ])('answers %s with the document of the %s, which is not cached', async (path, title) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain(`<title>${title}</title>`);
  });

  test('lets browsers keep hashed files for ever', async () => {
    const answer = await get('/assets/app-1a2b.js');
    expect(answer.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
  });

  test('sends the compressed file to a browser that accepts it', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toBe('text/javascript');
  });

  test('answers 404 for a missing file and does not send the page', async () => {
    expect((await get('/assets/gone.js')).status).toBe(404);
  });

  test('gives the page the API’s address in a file that nobody may cache', async () => {
    const answer = await get('/config.js');
    expect(await answer.text()).toBe(
      'window.__STUDIOLO__ = {"apiUrl":"https://api.example.org:8443/"};\n',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('[S8] lets the page connect only to its own origin and to the API', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("connect-src 'self' https://api.example.org:8443;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  });

  test('sends the page to the default API when API_URL is empty', async () => {
    const port = String(await availablePort());
    const [config, env] = [`http://127.0.0.1:${port}/config.js`, { PORT: port, API_URL: '' }];
    await sandbox().run('web-2', { file: process.execPath, args: [SERVER], env }, () =>
      answersOk(config),
    );
    expect(await (await fetch(config)).text()).toContain('"http://localhost:3000"');
  });

  test('refuses other methods', async () => {
    expect((await fetch(origin, { method: 'POST' })).status).toBe(405);
  });

  test('[B9] closes a connection that is silent, or sends its headers or a body a byte at a time, within ten seconds', async () => {
    for (const { closedAfterMs } of slowClients(Number(new URL(origin).port)))
      expect(await closedAfterMs).toBeLessThan(10_000);
  });

  test('serves no file outside its folder', async () => {
    expect((await get('/..%2f..%2fetc%2fpasswd')).status).not.toBe(500);
    expect(await (await get('/..%2f..%2fetc%2fpasswd')).text()).not.toContain('root:');
  });
});
