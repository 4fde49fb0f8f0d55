import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { withPrograms } from '@studiolo/testing/with-programs';
import { parse } from 'yaml';

import {
  bundled,
  CHART,
  documentsOf,
  external,
  KEDA,
  objectsOf,
  render,
  type Selector,
  settingsOf,
} from '../test/render.ts';

const COMPONENT = 'app.kubernetes.io/component';
/** Whether a policy selects the pods of a part. */
/** Settings that restore a backup. */
const RESTORE = ['backup.claim=backups', 'restore.from=monday'];

function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector = {},
  part: string,
): boolean {
  const named = matchLabels[COMPONENT];
  const among = matchExpressions.find(({ key }) => key === COMPONENT)?.values;
  return (named ?? part) === part && (among ?? [part]).includes(part);
}

/** What Helm prints when it renders nothing, which is not a warning, with these words. */
const refusal = (words: string): RegExp => new RegExp(`Error: [^]*${words}`);

withPrograms(describe, 'helm')('the rendered chart', () => {
  test('runs no container as root or with a writable root file system, except stores', () => {
    const deployments = documentsOf(render(...bundled)).filter((part) =>
      /^kind: Deployment$/m.test(part),
    );
    expect(deployments).toHaveLength(5);
    for (const deployment of deployments) {
      expect(deployment).toContain('runAsNonRoot: true');
      expect(deployment).toContain('readOnlyRootFilesystem: true');
      expect(deployment).toContain('readinessProbe');
    }
  });

  test('uses a pooler for PostgreSQL, but not for migrations', () => {
    const pooler = ['postgres.pooler.host=pooler', 'postgres.pooler.preparedStatements=off'];
    const text = render(...bundled, ...pooler);
    for (const service of ['auth', 'projects', 'storage']) {
      const role = `postgres://studiolo_${service}`;
      expect(text).toContain(`value: ${role}@pooler:6432/studiolo`);
      expect(text).toContain(`value: "${role}@trial-postgres:5432/studiolo"`);
    }
    expect(text).toContain('{ name: DATABASE_POOLER, value: transaction }');
    expect(text).toContain('{ name: DATABASE_PREPARED_STATEMENTS, value: "off" }');
  });

  const jobs = (text: string) =>
    documentsOf(text).filter((part) => /^ {2}name: \S+-migrations$/m.test(part));

  test('migrates every schema before an upgrade, with the new image', () => {
    const migrations = jobs(render(...bundled));
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
    ['only before upgrades, if the chart runs the database', bundled, 'own', false],
  ])('migrates %s', (_when, settings, existingSecret, isBefore) => {
    const text = render(...settings, `existingSecret=${existingSecret}`);
    const hook = isBefore ? 'pre-install,pre-upgrade' : 'pre-upgrade';
    expect(jobs(text)).toHaveLength(3);
    for (const job of jobs(text)) expect(job).toContain(`helm.sh/hook: ${hook}\n`);
  });

  test('leaves migrations to the replicas with migrations.hook=false', () => {
    expect(jobs(render(...external, 'migrations.hook=false'))).toEqual([]);
  });

  test('gives the administrator’s password of the bundled MinIO only to MinIO and its setup job', () => {
    const parts = documentsOf(render(...bundled));
    const holders = parts.filter((part) => part.includes('key: minio_root_password'));
    const named = holders.map((part) => /^kind: (\w+)[^]*?^ {2}name: (\S+)$/m.exec(part)?.slice(1));
    expect(named).toEqual([
      ['StatefulSet', 'trial-minio'],
      ['Job', 'trial-minio-setup-1'],
    ]);
    const script = readFileSync(`${CHART}/files/minio-setup.sh`, 'utf8');
    const map = parts.find((part) => part.includes('minio-setup.sh: |')) ?? '';
    expect(parse(map)).toMatchObject({ data: { 'minio-setup.sh': script } });
  });

  test('scales services with KEDA by CPU and by waiting requests with keda.enabled', () => {
    const objects = objectsOf(render(...external, ...KEDA));
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
    const options = ['google.clientId=id', ...RESTORE, 'backup.enabled=true'];
    const objects = objectsOf(render(...external, ...options));
    const policies = objects.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.egress);
    const targets = Object.fromEntries(
      [
        'auth',
        'projects',
        'storage',
        'gateway',
        'frontend',
        'migrations',
        'backup',
        'restore',
        'test',
      ].map((part) => [
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
      backup: ['deny', 'to-minio', 'to-postgres'],
      restore: ['deny', 'to-minio', 'to-postgres', 'to-redis'],
      test: ['deny', 'to-gateway'],
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
    const whole = render(...external, 'existingSecret=all');
    const secretKeys = [
      ...new Set([...whole.matchAll(/name: all, key: (\w+)/g)].map(([, key]) => key)),
    ];
    expect(secretKeys.length).toBeGreaterThan(8);
    const own = secretKeys.map(
      (key) => `existingSecretKeys.${key}.name=own,existingSecretKeys.${key}.key=my_${key}`,
    );
    const text = render(...external, 'existingSecret=all', ...own);
    expect(text).not.toContain('name: all');
    for (const key of secretKeys) expect(text).toContain(`name: own, key: my_${key}`);
  });

  test.each([
    ['postgres.host', 'redis.bundled=true,objectStore.bundled=true'],
    ['redis.url', 'postgres.bundled=true,objectStore.bundled=true'],
    ['objectStore.endpoint', 'postgres.bundled=true,redis.bundled=true'],
  ])('requires %s when that store is not bundled', (name, settings) => {
    expect(() => render(settings, 'smtp.url=smtp://mail:25')).toThrow(refusal(name));
  });

  test('puts passwords of URLs only in secrets', () => {
    const urls = [
      'redis.url=redis://:hunter-2@cache:6379',
      'smtp.url=smtp://studiolo:hunter-2@mail',
    ];
    const text = render(...external, ...urls, 'existingSecret=own');
    expect(text).not.toContain('hunter-2');
    const urlsSecret = objectsOf(text).find(({ metadata }) => metadata.name === 'trial-urls');
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

  test('gives each process a user of the bundled Redis, which knows the hashes of their passwords', () => {
    const text = render(...bundled);
    const users = objectsOf(text).find(({ metadata }) => metadata.name === 'trial-redis-users');
    const data = users?.data as Record<string, string>;
    const read = (key: string) => Buffer.from(data[key] ?? '', 'base64').toString();
    expect(read('users.acl')).not.toContain('SHA256_OF');
    for (const part of ['gateway', 'auth', 'projects', 'storage']) {
      const hashed = hash('sha256', read(part), 'hex');
      expect(read('users.acl')).toContain(`user ${part} on #${hashed} `);
      expect(text).toContain(`value: "redis://${part}:$(REDIS_PASSWORD)@trial-redis:6379"`);
    }
    expect(text).toContain('--aclfile, /users/users.acl');
  });

  test("reads the URLs from the installation's own secret when values.yaml has none", () => {
    const text = render(...external, 'redis.url=', 'smtp.url=', 'existingSecret=own');
    expect(text.match(/name: REDIS_URL\n.*name: own, key: redis_url/g)).toHaveLength(4);
    expect(text).toMatch(/name: SMTP_URL\n.*name: own, key: smtp_url/);
    expect(text).not.toContain('trial-urls');
  });

  test('leads one host name to the pages and its /api to the gateway', () => {
    const settings = ['appUrl=https://a.example.com:8443', 'apiUrl=https://a.example.com:8443'];
    const routes = objectsOf(render(...external, ...settings))
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
    expect(() => render(...external, ...settings)).toThrow(refusal('make them equal'));
  });

  /** The ports that the policy for a target opens. */
  const portsTo = (objects: ReturnType<typeof objectsOf>, target: string) => {
    const policy = objects.find(({ metadata }) => metadata.name === `trial-to-${target}`);
    const [{ ports }] = policy?.spec.egress as [{ ports: { port: number }[] }];
    return ports.map(({ port }) => port);
  };

  test('opens the ports of the addresses that the values give', () => {
    const addresses = [
      ...['postgres.port=6000', 'redis.url=rediss://u:p@a:7001'],
      ...['objectStore.endpoint=https://s3.example.com', 'smtp.url=smtps://u:p%40@mail:2465'],
    ];
    const objects = objectsOf(render(...external, ...addresses));
    const opened = ['postgres', 'redis', 'minio', 'smtp'].map((target) => portsTo(objects, target));
    expect(opened).toEqual([[6000, 6432], [7001], [443], [2465]]);
  });

  test.each([
    ['redis+sentinel://u:p@a:7001\\,b:7002/m/0', [], [7001, 7002, 6379]],
    ['rediss+cluster://u:p@a:7001\\,b:7002', [], [7001, 7002, 6379]],
    ['redis+cluster://a:7000', [7000, 7001, 7002], [7000, 7001, 7002]],
  ])('opens to %s the servers that it announces, given %j', (url, given, opened) => {
    const ports = `networkPolicies.egress.redis.ports={${given.join(',')}}`;
    const values = [`redis.url=${url}`, ...(given.length > 0 ? [ports] : [])];
    expect(portsTo(objectsOf(render(...external, ...values)), 'redis')).toEqual(opened);
  });

  test('passes the alert rules to the Prometheus operator, for this release alone', () => {
    const objects = objectsOf(render(...bundled, 'alertRules.enabled=true'));
    const rendered = objects.find(({ kind }) => kind === 'PrometheusRule');
    const rules = readFileSync('infra/observability/alerts.yml', 'utf8')
      .replaceAll('app="studiolo"', 'app="default/trial"')
      .replaceAll('app: studiolo', 'app: default/trial');
    expect(rendered?.spec).toEqual(parse(rules));
  });

  test('refuses an unknown value', () => {
    expect(() => render(...bundled, 'replicaCount=3')).toThrow(refusal('replicaCount'));
  });

  test('renders the same objects every time with a secret of your own, as GitOps needs', () => {
    const [first, second] = [1, 2].map(() => render(...bundled, 'existingSecret=own'));
    expect(first).toContain('name: own');
    expect(second).toBe(first);
  });

  test('gives all pods the scheduling, and all Node processes the variables, of the values', () => {
    const values = {
      scheduling: { nodeSelector: { disk: 'ssd' } },
      extraEnv: [{ name: 'SHUTDOWN_TIMEOUT_MS', value: '9000' }],
    };
    const backup = ['backup.enabled=true', 'backup.claim=backups'];
    const text = render(...bundled, ...backup, ...settingsOf(values));
    const pods = documentsOf(text).filter((part) => /^ +containers:$/m.test(part));
    expect(pods).toHaveLength(14);
    expect(pods.filter((pod) => !/nodeSelector:\n +disk: ssd$/m.test(pod))).toEqual([]);
    // auth, projects, storage and gateway, three migrations, and the backup.
    expect(text.match(/name: SHUTDOWN_TIMEOUT_MS/g)).toHaveLength(8);
  });

  test('restores a backup while every Node process is stopped', () => {
    const objects = objectsOf(render(...bundled, ...RESTORE));
    const named = (kind: string) => objects.filter((one) => one.kind === kind);
    const job = named('Job').find(({ metadata }) => metadata.name.startsWith('trial-restore-'));
    expect(JSON.stringify(job)).toContain('"/studiolo/restore.sh","/backups/monday"');
    const replicas = named('Deployment').map(({ metadata, spec }) => [
      metadata.name,
      spec.replicas,
    ]);
    expect(Object.fromEntries(replicas)).toMatchObject({
      ...{ 'trial-auth': 0, 'trial-projects': 0, 'trial-storage': 0, 'trial-gateway': 0 },
    });
    expect(named('HorizontalPodAutoscaler')).toEqual([]);
    for (const store of ['postgres', 'redis', 'minio']) {
      const policy = objects.find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `trial-${store}`,
      );
      expect(JSON.stringify(policy?.spec.ingress)).toContain('"restore"');
    }
  });

  test('empties Redis after a restore as a user who may', () => {
    const jobIn = (objects: ReturnType<typeof objectsOf>) =>
      JSON.stringify(objects.find(({ metadata }) => metadata.name.startsWith('trial-restore-')));
    // Every other user of the bundled Redis is refused FLUSHDB (redis-users.acl).
    const ofBundled = jobIn(objectsOf(render(...bundled, ...RESTORE)));
    expect(ofBundled).toContain('"secretKeyRef":{"name":"trial-redis-users","key":"default"}');
    expect(ofBundled).toContain('"redis://default:$(REDIS_PASSWORD)@trial-redis:6379"');
    const url = 'redis://administrator:secret@redis.example.com:6379';
    const objects = objectsOf(render(...external, ...RESTORE, `restore.redisUrl=${url}`));
    expect(jobIn(objects)).toContain('"key":"restore_redis_url"');
    const urls = objects.find(({ metadata }) => metadata.name === 'trial-urls');
    expect(JSON.stringify(urls)).toContain(Buffer.from(url).toString('base64'));
  });

  test('backs up and restores over the same verified connections as the services use', () => {
    const ca = '-----BEGIN CERTIFICATE-----';
    const settings = [
      ...[`postgres.ca=${ca}`, `objectStore.ca=${ca}`, `redis.ca=${ca}`, `smtp.ca=${ca}`],
      ...['postgres.sslmode=verify-full', 'objectStore.addressing=virtual-host'],
    ];
    const objects = objectsOf(render(...external, ...RESTORE, 'backup.enabled=true', ...settings));
    for (const kind of ['CronJob', 'Job']) {
      const text = JSON.stringify(objects.find((one) => one.kind === kind));
      for (const name of ['DATABASE_CA', 'S3_CA']) expect(text).toContain(`"name":"${name}"`);
      expect(text).toContain('{"name":"PGSSLMODE","value":"verify-full"}');
      expect(text).toContain('{"name":"S3_ADDRESSING","value":"virtual-host"}');
    }
    const readers = (name: string) =>
      objects
        .filter(({ kind }) => kind === 'Deployment')
        .filter((one) => JSON.stringify(one).includes(`"name":"${name}"`))
        .map(({ metadata }) => metadata.name);
    expect(readers('S3_CA')).toEqual(['trial-storage', 'trial-gateway']);
    expect(readers('SMTP_CA')).toEqual(['trial-auth']);
  });
});
