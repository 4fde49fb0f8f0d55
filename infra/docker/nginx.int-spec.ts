import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { withPrograms } from '@studiolo/testing/with-programs';

import type { Command } from '../stack/child.ts';
import { availablePort, availablePorts } from '../stack/ports.ts';
import { answersOk } from '../stack/readiness.ts';
import { Sandbox } from '../test/sandbox.ts';

const CONFIGURATION = 'infra/docker/nginx';
// Linux answers on all of 127.0.0.0/8, so that two gateways can use the same port as in containers.
const withNginx =
  process.platform === 'linux' ? withPrograms(describe, 'nginx', 'envsubst') : describe.skip;
const FIRST = '127.0.0.2';
const SECOND = '127.0.0.3';

/** Answers with both IPv4 addresses and no IPv6 address, as Docker's name server does for two replicas. */
async function startNameServer(): Promise<{ port: number; close: () => void }> {
  const socket = createSocket('udp4');
  const record = (ip: string) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]);
  socket.on('message', (question, { port, address }) => {
    // A question ends with its type and its class: 1 and 1 ask for IPv4 addresses.
    const isForIpv4 = question.readUInt16BE(question.length - 4) === 1;
    const records = isForIpv4 ? [record(FIRST), record(SECOND)] : [];
    const header = Buffer.from([0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    const parts = [question.subarray(0, 2), header, question.subarray(12), ...records];
    socket.send(Buffer.concat(parts), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

/** The command by which the image starts nginx, with its files changed to free ports and one folder. */
async function nginxIn(folder: string, moved: Record<string, string>): Promise<Command> {
  const moves = {
    '/tmp': folder,
    '/etc/resolv.conf': join(folder, 'resolv.conf'),
    '/etc/nginx/default.conf.template': join(folder, 'default.conf.template'),
    '/usr/share/nginx/html': folder,
    '/var/log/nginx': folder,
    ...moved,
  };
  for (const name of ['nginx.conf', 'default.conf.template', 'start.sh']) {
    let text = await readFile(join(CONFIGURATION, name), 'utf8');
    for (const [from, to] of Object.entries(moves)) text = text.replaceAll(from, to);
    await writeFile(join(folder, name), text);
  }
  // Podman lists the name servers of its machine after its own, which alone knows the containers.
  await writeFile(
    join(folder, 'resolv.conf'),
    'search a\nnameserver 127.0.0.1\nnameserver 192.0.2.1\n',
  );
  const flags = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const env = {
    ...{ API_URL: 'http://api.example.org', APP_URL: 'http://app.example.org' },
    GATEWAY_HOST: 'gateway',
    STRICT_TRANSPORT_SECURITY: 'max-age=31536000',
  };
  return { file: 'sh', args: [join(folder, 'start.sh'), ...flags], env };
}

withNginx('the nginx of the front end', () => {
  const sandbox = duringEachTest(() => new Sandbox());
  let folder: string;
  let names: Awaited<ReturnType<typeof startNameServer>>;
  let gateways: Server[];
  let app: string;
  let api: string;
  let gatewayPort: number;
  let received: string[];
  let isCutting: boolean;

  async function startGateway(address: string, answer: RequestListener = echo): Promise<void> {
    const server = createServer(answer).listen(gatewayPort, address);
    gateways.push(server);
    await once(server, 'listening');
  }

  function echo(request: IncomingMessage, response: ServerResponse): void {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      received.push(`${method} ${url} ${body}`);
      if (isCutting) request.socket.destroy();
      else response.end(JSON.stringify({ method, body, headers }));
    });
  }

  beforeEach(async () => {
    folder = sandbox().folder;
    // nginx's workers run as `nobody` when the test runs as root.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), 'Application');
    await writeFile(join(folder, 'landing.html'), 'Landing page');
    await writeFile(join(folder, 'projects.html'), 'List');
    await writeFile(join(folder, 'project.html'), 'Project');
    [received, isCutting, gateways] = [[], false, []];
    names = await startNameServer();
    gatewayPort = await availablePort();
    const [pages, calls, changes] = await availablePorts(3);
    app = `http://127.0.0.1:${pages}`;
    api = `http://127.0.0.1:${calls}`;
    const command = await nginxIn(folder, {
      ...{ 8080: `${pages}`, 8081: `${calls}`, 8082: `${changes}` },
      ...{ ':3000': `:${gatewayPort}`, '${NAME_SERVER}': `\${NAME_SERVER}:${names.port}` },
    });
    await sandbox().run('nginx', command, () => answersOk(`${app}/config.js`));
  });

  afterEach(() => {
    names.close();
    for (const gateway of gateways) gateway.close().closeAllConnections();
  });

  test.each(['/assets/gone-1a2b', '/assets/gone.js', '/.well-known/security.txt'])(
    'answers 404 for the missing file %s, which no browser may keep',
    async (path) => {
      const { status, headers } = await fetch(`${app}${path}`);
      expect(status).toBe(404);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    },
  );

  test('answers on IPv6, too, where the system has it', async () => {
    await startGateway(FIRST);
    const onIpv6 = (url: string) => url.replace('127.0.0.1', '[::1]');
    expect((await fetch(onIpv6(`${app}/config.js`))).status).toBe(200);
    expect((await fetch(onIpv6(`${api}/api/projects`))).status).toBe(200);
  });

  test.each([
    ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable'],
    ['/projects/0198?token=a', 'no-cache'],
  ])('answers %s with 200 and the cache rule %s', async (path, rule) => {
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'plain');
    const { status, headers } = await fetch(`${app}${path}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe(rule);
  });

  test.each([
    ['/', 'Landing page'],
    ['/home', 'Landing page'],
    ['/projects?view=board', 'List'],
    ['/projects/0198?file=a.png', 'Project'],
    ['/projects/new', 'Application'],
    ['/dashboard', 'Application'],
  ])('answers %s with the document of the %s', async (path, document) => {
    expect(await (await fetch(`${app}${path}`)).text()).toBe(document);
  });

  test('closes a connection that does not finish the header of its request', async () => {
    const { hostname, port } = new URL(api);
    const socket = connect(Number(port), hostname).resume();
    socket.on('error', () => undefined).write('GET /api/projects HTTP/1.1\r\nHost: a');
    await new Promise((resolve) => socket.once('close', resolve));
  });

  test('refuses a client address beyond 2,000 requests in progress and still serves another', async () => {
    const held: ServerResponse[] = [];
    await startGateway(FIRST, ({ method }, response) => {
      if (method === 'PUT') held.push(response);
      else response.end();
    });
    const ask = async (localAddress: string, method: string) => {
      const sent = httpRequest(`${api}/api/projects/1`, { method, localAddress, agent: false });
      sent.on('error', () => undefined).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, ...answer.headers, body: await text(answer) };
    };
    const waiting: ReturnType<typeof ask>[] = [];
    while (waiting.length < 2000) {
      for (let more = 0; more < 250; more++) waiting.push(ask('127.0.0.5', 'PUT'));
      await eventually(() => expect(held).toHaveLength(waiting.length));
    }
    expect(await ask('127.0.0.5', 'GET')).toMatchObject({
      status: 429,
      'retry-after': '2',
      'access-control-allow-origin': 'http://app.example.org',
      body: expect.stringContaining('Too many attempts') as string,
    });
    expect(await ask('127.0.0.6', 'GET')).toMatchObject({ status: 200 });
    for (const response of held) response.end();
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }, 120_000);

  const send = (method: string, body?: string) =>
    fetch(`${api}/api/projects/1`, { method, body: body ?? null });

  test('logs requests without their query and referrer', async () => {
    await Promise.all([startGateway(FIRST), startGateway(SECOND)]);
    const headers = { Referer: `${app}/reset-password?token=secret` };
    await fetch(`${app}/reset-password?token=secret`, { headers });
    await fetch(`${app}/reset-password?token=secret`, { method: 'POST', body: 'x' });
    await fetch(`${api}/api/projects?search=secret`);
    const logged = (name: string) => readFile(join(folder, name), 'utf8');
    await eventually(async () => expect(await logged('access.log')).toContain('/api/projects'));
    const log = await logged('access.log');
    expect(log).toContain('"GET /reset-password HTTP/1.1" 200');
    expect(log).toContain('"GET /api/projects HTTP/1.1" 200');
    expect(log + (await logged('error.log'))).not.toContain('secret');
  });

  test.each([
    ['POST', 'with', 'a body'],
    ['PUT', 'with', 'a body'],
    ['DELETE', 'without', undefined],
    ['DELETE', 'with', 'a body'],
  ])(
    'does not repeat a %s %s a body at another gateway once a gateway has received it',
    async (method, _, body) => {
      await Promise.all([startGateway(FIRST), startGateway(SECOND)]);
      isCutting = true;
      const answer = await send(method, body);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
      expect(received).toEqual([`${method} /api/projects/1 ${body ?? ''}`]);
    },
  );

  test('repeats a GET at another gateway when a gateway has received but not answered it', async () => {
    await Promise.all([startGateway(FIRST), startGateway(SECOND)]);
    isCutting = true;
    await send('GET');
    expect(received).toHaveLength(2);
  });

  test('passes on the events of a stream immediately, and its end', async () => {
    await startGateway(FIRST, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\n\n');
      response.write(': beat\n\n');
    });
    const { body } = await fetch(`${api}/api/events`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    while (!told.includes('beat')) told += (await reader?.read())?.value ?? '';
    expect(told).toBe('event: hello\n\n: beat\n\n');
    gateways[0]?.closeAllConnections();
    await expect(reader?.read()).rejects.toThrow();
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'sends every %s to the gateway that is there while another cannot be connected to',
    async (method) => {
      await startGateway(SECOND);
      const body = method === 'GET' ? undefined : 'x'.repeat(200_000);
      for (let count = 0; count < 6; count++) {
        const answer = await send(method, body);
        expect(answer.status).toBe(200);
        const seen = (await answer.json()) as { headers: IncomingMessage['headers'] };
        expect(seen).toMatchObject({ method, body: body ?? '' });
        expect(seen.headers).toMatchObject({ host: new URL(api).host });
        expect(seen.headers['x-forwarded-for']).toBe('127.0.0.1');
        expect(seen.headers).not.toHaveProperty('x-original-method');
      }
    },
  );
});
