import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

const chart = 'infra/helm/studiolo';
const hasHelm = spawnSync('helm', ['version']).status === 0;
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const bundled = 'postgres.bundled=true,redis.bundled=true,objectStore.bundled=true';
const keys = ['--set', `jwt.privateKey=${privateKey}`, '--set', `jwt.publicKey=${publicKey}`];

interface Ingress {
  kind: string;
  metadata: { name: string; annotations: Record<string, string> };
}

function render(...settings: string[]) {
  const version = ['--kube-version', '1.31.0'];
  const flags = settings.flatMap((setting) => ['--set', setting]);
  const done = spawnSync('helm', ['template', 'trial', chart, ...version, ...keys, ...flags]);
  return { ok: done.status === 0, text: String(done.stdout), error: String(done.stderr) };
}

const withHelm = hasHelm ? describe : describe.skip;
if (!hasHelm) console.warn('helm is not on the PATH: the chart is checked without being rendered');

withHelm('the rendered chart', () => {
  test('runs no container as root or with a writable root file system, stores apart', () => {
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

  test('reaches PostgreSQL by a pooler, and past it for migrations', () => {
    const { text, error } = render(
      bundled,
      'smtp.url=smtp://mail:25',
      ...['postgres.pooler.host=pooler', 'postgres.pooler.preparedStatements=off'],
    );
    expect(error).toBe('');
    for (const service of ['auth', 'projects', 'storage']) {
      const role = `postgres://studiolo_${service}:$(DATABASE_PASSWORD)`;
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

  test('migrates every schema before an upgrade, with the image that is to run', () => {
    const migrations = jobs(render(bundled, 'smtp.url=smtp://mail:25').text);
    expect(migrations).toHaveLength(3);
    for (const service of ['auth', 'projects', 'storage']) {
      const job = migrations.find((text) => text.includes(`name: trial-${service}-migrations`));
      expect(job).toContain(`image: studiolo/${service}:`);
      expect(job).toContain('dist/migrate.js');
      expect(job).toContain(`studiolo_${service}:$(DATABASE_PASSWORD)@trial-postgres:5432`);
      expect(job).toContain('runAsNonRoot: true');
      expect(job).toContain('readOnlyRootFilesystem: true');
    }
  });

  test.each([
    ['before a first installation, with database and secret there already', external, 'own', true],
    ['not before it, when the chart makes the secret', external, '', false],
    [
      'not before it, when the chart brings the database',
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

  test('leaves migrations to the replicas when asked to', () => {
    expect(jobs(render(...external, 'migrations.hook=false').text)).toEqual([]);
  });

  test('gives the administrator of the bundled MinIO to nobody but MinIO and the job that sets it up', () => {
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

  test('scales storage by its backlog when asked to', () => {
    const backlog = 'parts.storage.autoscaling.backlog.enabled=true';
    expect(render(bundled, 'smtp.url=smtp://mail:25', backlog).text).toContain('type: External');
  });

  test.each([
    ['postgres.host', 'redis.bundled=true,objectStore.bundled=true'],
    ['redis.url', 'postgres.bundled=true,objectStore.bundled=true'],
    ['objectStore.endpoint', 'postgres.bundled=true,redis.bundled=true'],
  ])('names %s when that store is neither bundled nor given', (name, settings) => {
    const { ok, error } = render(settings, 'smtp.url=smtp://mail:25');
    expect(ok).toBe(false);
    expect(error).toContain(name);
  });

  test('shows no password of a URL outside secrets', () => {
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

  const annotationsOf = (text: string, part: string) => {
    const ingress = text
      .split(/^---$/m)
      .map((document) => parse(document) as Ingress | null)
      .find((object) => object?.kind === 'Ingress' && object.metadata.name === `trial-${part}`);
    return ingress?.metadata.annotations;
  };

  test('lets the ingress pass on, unbuffered and once, whatever body the gateway refuses with a sentence', () => {
    const nginx = 'nginx.ingress.kubernetes.io';
    const limits = ['settings.storageQuotaBytes=50000000', 'settings.maxFileBytes=40000000'];
    const { text } = render(...external, ...limits, 'ingress.annotations.own=kept');
    expect(annotationsOf(text, 'gateway')).toEqual({
      own: 'kept',
      [`${nginx}/proxy-body-size`]: String(50_000_000 + 32 * 1024 * 1024),
      [`${nginx}/proxy-buffering`]: 'off',
      [`${nginx}/proxy-request-buffering`]: 'off',
      [`${nginx}/proxy-next-upstream`]: 'off',
    });
  });

  test('keeps the tokens in addresses of pages out of the log of the ingress', () => {
    const { text } = render(...external);
    const name = 'nginx.ingress.kubernetes.io/enable-access-log';
    expect(annotationsOf(text, 'frontend')).toEqual({ [name]: 'false' });
  });

  test('hands the alert rules to the Prometheus operator as they are', () => {
    const { text } = render(bundled, 'smtp.url=smtp://mail:25', 'alertRules.enabled=true');
    const rendered = text.split(/^---$/m).find((part) => part.includes('kind: PrometheusRule'));
    const { spec } = parse(rendered ?? '') as { spec: unknown };
    expect(spec).toEqual(parse(readFileSync('infra/observability/alerts.yml', 'utf8')));
  });

  test('refuses a value it does not know', () => {
    const { ok, error } = render(bundled, 'replicaCount=3');
    expect(ok).toBe(false);
    expect(error).toContain('replicaCount');
  });
});
