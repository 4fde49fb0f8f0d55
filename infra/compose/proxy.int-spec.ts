import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import { duringTests } from '@studiolo/testing/during-tests';
import { listen } from '@studiolo/testing/listen';
import { withPrograms } from '@studiolo/testing/with-programs';

import { availablePort } from '../stack/ports.ts';
import { answersOk } from '../stack/readiness.ts';
import { Sandbox } from '../test/sandbox.ts';

/** A server that says its name, the path, and what the proxy tells of the client. */
async function upstream(name: string): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    if (request.url === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
      return;
    }
    void text(request).then(({ length: size }) => {
      const { url, headers } = request;
      const { host, 'x-forwarded-for': client } = headers;
      response.end(JSON.stringify({ name, url, size, host, client }));
    });
  });
  return { server, address: await listen(server) };
}

withPrograms(describe, 'caddy')('the proxy of compose', () => {
  const sandbox = duringTests(() => new Sandbox());
  let site: string;
  let servers: Server[];

  beforeAll(async () => {
    const [pages, api] = [await upstream('pages'), await upstream('api')];
    servers = [pages.server, api.server];
    site = `http://127.0.0.1:${await availablePort()}`;
    const args = ['run', '--config', 'infra/compose/Caddyfile', '--adapter', 'caddyfile'];
    const env = { SITE: site, PAGES: pages.address, API: api.address };
    await sandbox().run('caddy', { file: 'caddy', args, env }, () => answersOk(`${site}/`));
  });

  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections();
  });

  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    (await fetch(`${site}${path}`, init)).json();

  test.each([
    ['/', 'pages'],
    ['/projects/1', 'pages'],
    ['/apiary', 'pages'],
    ['/api/projects?search=x', 'api'],
  ])('leads %s to the %s', async (path, name) => {
    expect(await ask(path)).toMatchObject({ name, url: path, host: new URL(site).host });
  });

  test('passes on the client’s real address, whatever the client says, and a large body', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.1' };
    const body = 'x'.repeat(20 * 1024 * 1024);
    expect(await ask('/api/upload', { method: 'POST', headers, body })).toMatchObject({
      ...{ client: '127.0.0.1', size: body.length },
    });
  });

  test('passes on an event of a stream that stays open', async () => {
    const stop = new AbortController();
    const { body } = await fetch(`${site}/api/events`, { signal: stop.signal });
    const first = await body?.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(first?.value).toBe('data: one\n\n');
    stop.abort();
  });
});
