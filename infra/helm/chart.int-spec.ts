import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

import { findProgram } from '../stack/programs.ts';
import { ApiServer, lackingPrograms } from './api-server.ts';

const chart = 'infra/helm/studiolo';
const hasHelm = spawnSync('helm', ['version']).status === 0;
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const bundled = 'postgres.bundled=true,redis.bundled=true,objectStore.bundled=true';
const keys = ['--set', `jwt.privateKey=${privateKey}`, '--set', `jwt.publicKey=${publicKey}`];
const REGISTRY = 'image.registry=registry.example.com';

interface KubernetesObject {
  kind: string;
  metadata: { name: string };
  spec: { podSelector?: Selector; egress?: unknown[]; [name: string]: unknown };
}

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; values: string[] }[];
}

const objectsOf = (text: string) =>
  text
    .split(/^---$/m)
    .map((document) => parse(document) as KubernetesObject | null)
    .filter((object) => object !== null);

const COMPONENT = 'app.kubernetes.io/component';
/** Whether a policy selects the pods of a part. */
function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector = {},
  part: string,
): boolean {
  const named = matchLabels[COMPONENT];
  const among = matchExpressions.find(({ key }) => key === COMPONENT)?.values;
  return (named ?? part) === part && (among ?? [part]).includes(part);
}

function render(...settings: string[]) {
  const version = ['--kube-version', '1.31.0'];
  const flags = [REGISTRY, ...settings].flatMap((setting) => ['--set', setting]);
  const done = spawnSync('helm', ['template', 'trial', chart, ...version, ...keys, ...flags]);
  return { ok: done.status === 0, text: String(done.stdout), error: String(done.stderr) };
}

const withHelm = hasHelm ? describe : describe.skip;
if (!hasHelm) console.warn('helm is not on the PATH: the tests of the rendered chart are skipped');

withHelm('the rendered chart', () => {
  test('runs no container as root or with a writable root file system, except stores', () => {
    const { text, error } = render(bundled, 'smtp.url=smtp://mail:25');
    expect(error).toBe('');
    const deployments = text.split(/^---$/m).filter((part) => /^kind: Deployment$/m.test(part));
    expect(deployments).toHaveLength(5);
    for (const deployment of deployments) {
      expect(deployment).toContain('runAsNonRoot: true');
      expect(deployment).toContain('readOnlyRootFilesystem: true');
      expect(deployment).toContain('readinessProbe');
    }
  });

  test('uses a pooler for PostgreSQL, but not for migrations', () => {
    const { text, error } = render(
      bundled,
      'smtp.url=smtp://mail:25',
      ...['postgres.pooler.host=pooler', 'postgres.pooler.preparedStatements=off'],
    );
    expect(error).toBe('');
    for (const service of ['auth', 'projects', 'storage']) {
      const role = `postgres://studiolo_${service}`;
      expect(text).toContain(`value: ${role}@pooler:6432/studiolo`);
      expect(text).toContain(`value: "${role}@trial-postgres:5432/studiolo"`);
    }
    expect(text).toContain('{ name: DATABASE_POOLER, value: transaction }');
    expect(text).toContain('{ name: DATABASE_PREPARED_STATEMENTS, value: "off" }');
  });

  const external = [
    ...['postgres.host=db.example.com', 'redis.url=redis://cache.example.com'],
    ...['objectStore.endpoint=https://s3.example.com', 'smtp.url=smtp://mail:25'],
  ];
  const jobs = (text: string) =>
    text.split(/^---$/m).filter((part) => /^ {2}name: \S+-migrations$/m.test(part));

  test('migrates every schema before an upgrade, with the new image', () => {
    const migrations = jobs(render(bundled, 'smtp.url=smtp://mail:25').text);
    expect(migrations).toHaveLength(3);
    for (const service of ['auth', 'projects', 'storage']) {
      const job = migrations.find((text) => text.includes(`name: trial-${service}-migrations`));
      expect(job).toContain(`image: registry.example.com/studiolo-${service}:`);
      expect(job).toContain('dist/migrate.js');
      expect(job).toContain(`studiolo_${service}@trial-postgres:5432`);
      expect(job).toContain('runAsNonRoot: true');
      expect(job).toContain('readOnlyRootFilesystem: true');
    }
  });

  test.each([
    ['before a first installation, if database and secret exist', external, 'own', true],
    ['only before upgrades, if the chart creates the secret', external, '', false],
    [
      'only before upgrades, if the chart runs the database',
      [bundled, 'smtp.url=smtp://mail'],
      'own',
      false,
    ],
  ])('migrates %s', (_when, settings, existingSecret, isBefore) => {
    const { text } = render(...settings, `existingSecret=${existingSecret}`);
    const hook = isBefore ? 'pre-install,pre-upgrade' : 'pre-upgrade';
    expect(jobs(text)).toHaveLength(3);
    for (const job of jobs(text)) expect(job).toContain(`helm.sh/hook: ${hook}\n`);
  });

  test('leaves migrations to the replicas with migrations.hook=false', () => {
    expect(jobs(render(...external, 'migrations.hook=false').text)).toEqual([]);
  });

  test('gives the administrator’s password of the bundled MinIO only to MinIO and its setup job', () => {
    const parts = render(bundled, 'smtp.url=smtp://mail:25').text.split(/^---$/m);
    const holders = parts.filter((part) => part.includes('key: minio_root_password'));
    const named = holders.map((part) => /^kind: (\w+)[^]*?^ {2}name: (\S+)$/m.exec(part)?.slice(1));
    expect(named).toEqual([
      ['StatefulSet', 'trial-minio'],
      ['Job', 'trial-minio-setup-1'],
    ]);
    const script = readFileSync(`${chart}/files/minio-setup.sh`, 'utf8');
    const map = parts.find((part) => part.includes('minio-setup.sh: |')) ?? '';
    expect(parse(map)).toMatchObject({ data: { 'minio-setup.sh': script } });
  });

  const KEDA = ['keda.enabled=true', 'keda.prometheus=http://prometheus.monitoring:9090'];

  test('scales services with KEDA by CPU and by waiting requests with keda.enabled', () => {
    const objects = objectsOf(render(...external, ...KEDA).text);
    const names = (kind: string) =>
      objects.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
    expect(names('ScaledObject')).toEqual(['trial-auth', 'trial-projects', 'trial-storage']);
    expect(names('HorizontalPodAutoscaler')).toEqual(['trial-gateway']);
    const storage = objects.find(
      ({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === 'trial-storage',
    );
    expect(storage?.spec).toMatchObject({
      scaleTargetRef: { name: 'trial-storage' },
      triggers: [
        { type: 'cpu' },
        {
          type: 'prometheus',
          metadata: { query: expect.stringContaining('service="storage"') as string },
        },
      ],
    });
  });

  test('lets every part connect only to DNS and to its dependencies', () => {
    const objects = objectsOf(render(...external, 'google.clientId=id').text);
    const policies = objects.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.egress);
    const targets = Object.fromEntries(
      ['auth', 'projects', 'storage', 'gateway', 'frontend', 'migrations'].map((part) => [
        part,
        policies
          .filter(({ spec }) => selects(spec.podSelector, part))
          .map(({ metadata }) => metadata.name.replace('trial-', '')),
      ]),
    );
    expect(targets).toEqual({
      auth: ['deny', 'to-google', 'to-postgres', 'to-redis', 'to-smtp'],
      projects: ['deny', 'to-postgres', 'to-redis'],
      storage: ['deny', 'to-minio', 'to-postgres', 'to-redis'],
      gateway: ['deny', 'to-minio', 'to-redis'],
      frontend: ['deny'],
      migrations: ['deny', 'to-postgres'],
    });
    const deny = policies.find(({ metadata }) => metadata.name === 'trial-deny');
    expect(deny?.spec.egress).toEqual([
      {
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 53, protocol: 'TCP' },
        ],
      },
    ]);
  });

  test('reads every secret from the secret and key that the values name', () => {
    const { text: whole } = render(...external, 'existingSecret=all');
    const secretKeys = [
      ...new Set([...whole.matchAll(/name: all, key: (\w+)/g)].map(([, key]) => key)),
    ];
    expect(secretKeys.length).toBeGreaterThan(8);
    const own = secretKeys.map(
      (key) => `existingSecretKeys.${key}.name=own,existingSecretKeys.${key}.key=my_${key}`,
    );
    const { text, error } = render(...external, 'existingSecret=all', ...own);
    expect(error).toBe('');
    expect(text).not.toContain('name: all');
    for (const key of secretKeys) expect(text).toContain(`name: own, key: my_${key}`);
  });

  const COMBINATIONS = {
    'bundled stores': [bundled, 'smtp.url=smtp://mail:25'],
    'stores of your own': external,
    'secrets of your own': [...external, 'existingSecret=own', 'redis.url=', 'smtp.url='],
    'a pooler': [
      ...external,
      'postgres.pooler.host=pooler',
      'postgres.pooler.preparedStatements=off',
    ],
    KEDA: [...external, ...KEDA],
    'the Prometheus operator': [...external, 'podMonitor.enabled=true', 'alertRules.enabled=true'],
    'traces, Google and TLS': [
      ...external,
      ...['tracing.endpoint=http://collector:4318', 'google.clientId=id', 'google.clientSecret=s'],
      ...['ingress.tls[0].secretName=tls', 'ingress.tls[0].hosts[0]=studiolo.example.com'],
    ],
    'one host name and a route of the Gateway API': [
      ...external,
      ...['appUrl=https://studio.example.com', 'apiUrl=https://studio.example.com'],
      ...['ingress.enabled=false', 'httpRoute.enabled=true', 'httpRoute.parentRefs[0].name=public'],
    ],
    'an IP address with ports': [
      ...external,
      ...['appUrl=http://192.0.2.7:8080', 'apiUrl=http://192.0.2.7:8080'],
    ],
    'a backup, scheduling and labels': [
      bundled,
      ...['smtp.url=smtp://mail:25', 'backup.enabled=true', 'backup.claim=backups'],
      'scheduling.nodeSelector.disk=ssd',
      ...[
        'podAnnotations.team=photo',
        'extraEnv[0].name=OTEL_BSP_SCHEDULE_DELAY',
        'extraEnv[0].value=fast',
      ],
      ...['postgres.storageClass=fast', 'postgres.resources.requests.cpu=1'],
      ...['podMonitor.enabled=true', 'podMonitor.labels.release=prometheus', 'global.any=thing'],
    ],
    'nothing optional': [
      ...external,
      'ingress.enabled=false',
      'networkPolicies.enabled=false',
      'migrations.hook=false',
    ],
  };
  const lack = lackingPrograms();
  if (lack.length > 0) console.warn(`not installed anywhere: ${lack.join(', ')} is missing`);
  (lack.length === 0 ? describe : describe.skip)('in a real API server', () => {
    let server: ApiServer;

    beforeAll(async () => {
      server = await ApiServer.start();
      const crds = join(dirname(findProgram('kube-apiserver') ?? ''), 'crds');
      server.run('kubectl', 'create', '--filename', crds);
    });
    afterAll(() => server.end());

    test.each(Object.entries(COMBINATIONS))(
      'is installed, upgraded and uninstalled under Pod Security "restricted" without a warning: %s',
      (name, settings) => {
        const namespace = name.toLowerCase().replaceAll(/\W+/g, '-');
        server.run('kubectl', 'create', 'namespace', namespace);
        const levels = ['enforce', 'warn'].map(
          (mode) => `pod-security.kubernetes.io/${mode}=restricted`,
        );
        server.run('kubectl', 'label', 'namespace', namespace, ...levels);
        const flags = [REGISTRY, ...settings].flatMap((setting) => ['--set', setting]);
        const helm = (command: string, ...more: string[]) =>
          server.run('helm', ...command.split(' '), 'trial', ...more, '--namespace', namespace);
        const printed = [
          // Nothing runs here, so hooks would never end: they are only admitted.
          helm('install', chart, '--no-hooks', ...keys, ...flags),
          helm('upgrade', chart, '--no-hooks', ...flags, '--set', 'settings.logLevel=warn'),
        ];
        const hooks = join(mkdtempSync(join(tmpdir(), 'studiolo-hooks-')), 'hooks.yaml');
        writeFileSync(hooks, helm('get hooks'));
        const admit = ['create', '--dry-run=server', '--namespace', namespace];
        printed.push(server.run('kubectl', ...admit, '--filename', hooks));
        printed.push(helm('uninstall', '--no-hooks'));
        expect(printed.join('').match(/.*warn.*|.*Warn.*/g) ?? []).toEqual([]);
        const left = ['get', 'all,ingress,networkpolicy,cronjob', '--namespace', namespace];
        expect(server.run('kubectl', ...left)).toContain('No resources found');
      },
    );
  });

  test.each([
    ['postgres.host', 'redis.bundled=true,objectStore.bundled=true'],
    ['redis.url', 'postgres.bundled=true,objectStore.bundled=true'],
    ['objectStore.endpoint', 'postgres.bundled=true,redis.bundled=true'],
  ])('requires %s when that store is not bundled', (name, settings) => {
    const { ok, error } = render(settings, 'smtp.url=smtp://mail:25');
    expect(ok).toBe(false);
    expect(error).toContain(name);
  });

  test('puts passwords of URLs only in secrets', () => {
    const urls = [
      'redis.url=redis://:hunter-2@cache:6379',
      'smtp.url=smtp://studiolo:hunter-2@mail',
    ];
    const { text, error } = render(...external, ...urls, 'existingSecret=own');
    expect(error).toBe('');
    expect(text).not.toContain('hunter-2');
    const urlsSecret: unknown = parse(
      text.split(/^---$/m).find((part) => part.includes('redis_url: ')) ?? '',
    );
    const read = (url: string) => Buffer.from(url).toString('base64');
    expect(urlsSecret).toMatchObject({
      kind: 'Secret',
      data: {
        redis_url: read('redis://:hunter-2@cache:6379'),
        smtp_url: read('smtp://studiolo:hunter-2@mail'),
      },
    });
    const deployments = text.match(/name: REDIS_URL\n.*name: trial-urls, key: redis_url/g);
    expect(deployments).toHaveLength(4);
  });

  test("reads the URLs from the installation's own secret when values.yaml has none", () => {
    const { text } = render(...external, 'redis.url=', 'smtp.url=', 'existingSecret=own');
    expect(text.match(/name: REDIS_URL\n.*name: own, key: redis_url/g)).toHaveLength(4);
    expect(text).toMatch(/name: SMTP_URL\n.*name: own, key: smtp_url/);
    expect(text).not.toContain('trial-urls');
  });

  test('leads one host name to the pages and its /api to the gateway', () => {
    const settings = ['appUrl=https://a.example.com:8443', 'apiUrl=https://a.example.com:8443'];
    const routes = objectsOf(render(...external, ...settings).text)
      .filter(({ kind }) => kind === 'Ingress')
      .map(({ metadata, spec }) => {
        const [rule] = spec.rules as { host: string; http: { paths: { path: string }[] } }[];
        return [metadata.name, rule?.host, rule?.http.paths[0]?.path];
      });
    expect(routes).toEqual([
      ['trial-frontend', 'a.example.com', '/'],
      ['trial-gateway', 'a.example.com', '/api'],
    ]);
  });

  test('refuses two URLs that no Ingress could tell apart', () => {
    const settings = ['appUrl=https://a.example.com', 'apiUrl=https://a.example.com:3000'];
    expect(render(...external, ...settings).error).toContain('make them equal');
  });

  test('opens the ports of the addresses that the values give', () => {
    const addresses = [
      ...['postgres.port=6000', 'redis.url=redis+sentinel://u:p@a:7001\\,b:7002/m/0'],
      ...['objectStore.endpoint=https://s3.example.com', 'smtp.url=smtps://u:p%40@mail:2465'],
    ];
    const objects = objectsOf(render(...external, ...addresses).text);
    const portsTo = (target: string) => {
      const policy = objects.find(({ metadata }) => metadata.name === `trial-to-${target}`);
      const [{ ports }] = policy?.spec.egress as [{ ports: { port: number }[] }];
      return ports.map(({ port }) => port);
    };
    expect(['postgres', 'redis', 'minio', 'smtp'].map(portsTo)).toEqual([
      [6000, 6432],
      [7001, 7002],
      [443],
      [2465],
    ]);
  });

  test('passes the alert rules to the Prometheus operator, for this release alone', () => {
    const { text } = render(bundled, 'smtp.url=smtp://mail:25', 'alertRules.enabled=true');
    const rendered = text.split(/^---$/m).find((part) => part.includes('kind: PrometheusRule'));
    const { spec } = parse(rendered ?? '') as { spec: unknown };
    const rules = readFileSync('infra/observability/alerts.yml', 'utf8')
      .replaceAll('app="studiolo"', 'app="default/trial"')
      .replaceAll('app: studiolo', 'app: default/trial');
    expect(spec).toEqual(parse(rules));
  });

  test('refuses an unknown value', () => {
    const { ok, error } = render(bundled, 'replicaCount=3');
    expect(ok).toBe(false);
    expect(error).toContain('replicaCount');
  });
});
