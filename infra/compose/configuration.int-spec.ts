import { spawnSync } from 'node:child_process';

import { withPrograms } from '@studiolo/testing/with-programs';

const withCompose = withPrograms(describe, 'docker compose version');

interface Configuration {
  services: Record<
    string,
    { image: string; environment: Record<string, string>; healthcheck?: { test: string[] } }
  >;
}

/** What compose itself reads from the file with these settings. */
function configurationWith(settings: Record<string, string>, ...flags: string[]) {
  const given = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const args = ['compose', '--env-file', '/dev/null', ...flags, 'config', '--format', 'json'];
  return spawnSync('docker', args, { env: given, encoding: 'utf8' });
}

/** The URLs of every service. */
function urlsWith(settings: Record<string, string>): Record<string, string | undefined> {
  const done = configurationWith(settings);
  if (done.status !== 0) throw new Error(done.stderr);
  const { auth, gateway, frontend } = (JSON.parse(done.stdout) as Configuration).services;
  return {
    mailLinks: auth?.environment.APP_URL,
    allowedOrigin: gateway?.environment.APP_URL,
    page: frontend?.environment.APP_URL,
    api: frontend?.environment.API_URL,
  };
}

const urls = (app: string, api: string) => ({
  ...{ mailLinks: app, allowedOrigin: app, page: app, api },
});

withCompose('mail links, the allowed origin and the address of the API follow', () => {
  test.each([
    ['the documented ports', {}, urls('http://localhost:5173', 'http://localhost:3000')],
    ['APP_PORT', { APP_PORT: '8000' }, urls('http://localhost:8000', 'http://localhost:3000')],
    ['PORT', { PORT: '8001' }, urls('http://localhost:5173', 'http://localhost:8001')],
    [
      'APP_URL and API_URL before any port',
      { APP_URL: 'https://a.org', API_URL: 'https://b.org', APP_PORT: '8000', PORT: '8001' },
      urls('https://a.org', 'https://b.org'),
    ],
  ])('%s', (_name, settings, expected) => {
    expect(urlsWith(settings)).toEqual(expected);
  });
});

withCompose('STUDIOLO_VERSION', () => {
  test('without a registry gives no image a valid name, but a sentence, since none is published', () => {
    const { stdout } = configurationWith({ STUDIOLO_VERSION: '0.1.0' });
    expect(stdout.match(/"image": ".*studiolo-/g)).toHaveLength(5);
    expect(stdout.match(/"image": "\(STUDIOLO_VERSION needs STUDIOLO_REGISTRY\).*/g)).toHaveLength(
      5,
    );
  });

  test('names images of the registry', () => {
    const own = { STUDIOLO_VERSION: '0.1.0', STUDIOLO_REGISTRY: 'registry.example.com/studiolo' };
    expect(configurationWith(own).stdout).toContain(
      '"image": "registry.example.com/studiolo/studiolo-auth:0.1.0"',
    );
  });
});

withCompose('Podman', () => {
  let services: Configuration['services'][string][];

  beforeAll(() => {
    const files = ['docker-compose.yml', 'compose.proxy.yml', 'infra/compose/observability.yml'];
    const flags = [
      ...files.flatMap((file) => ['--file', file]),
      '--profile',
      'backup',
      '--profile',
      'inbox',
    ];
    const { stdout } = configurationWith({ SITE: 'studio.example.com' }, ...flags);
    services = Object.values((JSON.parse(stdout) as Configuration).services);
  });

  test('finds a registry in the name of every image', () => {
    const images = services.map(({ image }) => image);
    expect(images.filter((name) => !/^(localhost|docker\.io|quay\.io)\//.test(name))).toEqual([]);
  });

  test('finds no space in the words of health checks, at which it would split them', () => {
    const words = services.flatMap(({ healthcheck }) => healthcheck?.test ?? []);
    expect(words.filter((word) => word.includes(' '))).toEqual([]);
  });
});
