// Object stores of several kinds; `npm test` runs on s3rver, which npm installs.
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { objectStoreClient } from '@studiolo/infra/stack/bucket';
import type { Command } from '@studiolo/infra/stack/child';
import type { ObjectStore } from '@studiolo/infra/stack/plan';
import { availablePort } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import type { Sandbox } from '@studiolo/infra/test/sandbox';

import { startMinioOfCompose } from '../security/support/minio-of-compose.ts';
import { go, type Source } from './programs.ts';
import type { Row, Surroundings } from './row.ts';

interface Server {
  store: ObjectStore;
  folder: string;
}

const on = (objectStore: ObjectStore): Surroundings => ({
  stack: { own: { objectStore } },
  conformance: { objectStore },
});

const hostOf = ({ store }: Server): string => new URL(store.endpoint).host;

/** Starts a store with a folder and keys of its own, which may do everything. */
async function own(sandbox: Sandbox, command: (server: Server) => Command | Promise<Command>) {
  const folder = join(sandbox.folder, 'objects');
  await mkdir(folder);
  const keys = { accessKey: 'studiolo', secretKey: crypto.randomUUID() };
  const endpoint = `http://127.0.0.1:${await availablePort()}`;
  const store = { endpoint, ...keys, bucket: 'studiolo', region: 'us-east-1' };
  await sandbox.run('object-store', await command({ store, folder }), () =>
    objectStoreClient(store).listBuckets(),
  );
  return on(store);
}

const versitygw = (server: Server): Command => ({
  file: 'versitygw',
  args: ['--port', hostOf(server), 'posix', server.folder],
  env: { ROOT_ACCESS_KEY: server.store.accessKey, ROOT_SECRET_KEY: server.store.secretKey },
});

const rclone = (server: Server): Command => ({
  file: 'rclone',
  args: ['serve', 's3', '--addr', hostOf(server), server.folder],
  env: { RCLONE_AUTH_KEY: `${server.store.accessKey},${server.store.secretKey}` },
});

async function seaweedfs({ store, folder }: Server): Promise<Command> {
  const { accessKey, secretKey } = store;
  const identity = { name: 'studiolo', credentials: [{ accessKey, secretKey }] };
  const file = join(folder, '..', 's3.json');
  await writeFile(file, JSON.stringify({ identities: [{ ...identity, actions: ['Admin'] }] }));
  const ports = await Promise.all(
    ['master', 'volume', 'filer'].map(async (name) => `-${name}.port=${await availablePort()}`),
  );
  const s3 = ['-s3', `-s3.port=${new URL(store.endpoint).port}`, `-s3.config=${file}`];
  const flags = [`-dir=${folder}`, '-ip=127.0.0.1', '-volume.max=50', '-filer', ...ports, ...s3];
  return { file: 'weed', args: ['server', ...flags, '-master.volumeSizeLimitMB=64'] };
}

/** The key may do what docs/stores.md lists, in a bucket that it could not have made. */
async function minioByName(sandbox: Sandbox): Promise<Surroundings> {
  process.env.MINIO_DOMAIN = 'localhost';
  const minio = await startMinioOfCompose(sandbox);
  await minio.setUp();
  const { store } = minio;
  const endpoint = store.endpoint.replace('127.0.0.1', 'localhost');
  const names = join(import.meta.dirname, 'localhost-names.mjs');
  const passed = { S3_ADDRESSING: 'virtual-host', NODE_OPTIONS: `--import ${names}` };
  return { stack: { own: { objectStore: { ...store, endpoint } }, passed } };
}

/** MinIO in the version of continuous integration, and its client. */
function minioSources(): Source[] {
  const ci = readFileSync(join(ROOT, '.ci', 'run'), 'utf8');
  const version = /^MINIO_VERSION=(\S+)$/m.exec(ci)?.[1];
  return [
    go('minio', `github.com/minio/minio@${version}`),
    go('mc', 'github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9'),
  ];
}

export const OBJECT_STORE_ROWS: Row[] = [
  {
    name: 'minio-virtual-host',
    title: 'MinIO, a key of least rights, virtual host',
    sources: minioSources(),
    start: minioByName,
  },
  {
    name: 'seaweedfs',
    title: 'SeaweedFS',
    sources: [go('weed', 'github.com/seaweedfs/seaweedfs/weed@latest')],
    start: (sandbox) => own(sandbox, seaweedfs),
  },
  {
    name: 'versitygw',
    title: 'Versity S3 Gateway',
    sources: [go('versitygw', 'github.com/versity/versitygw/cmd/versitygw@v1.8.0')],
    start: (sandbox) => own(sandbox, versitygw),
  },
  {
    name: 'rclone',
    title: 'rclone serve s3, but for ranges and the order of listings',
    sources: [go('rclone', 'github.com/rclone/rclone@v1.71.2')],
    start: async (sandbox) => ({
      ...(await own(sandbox, rclone)),
      except: '(the object store (lists|gives back)|answers ranges)',
    }),
  },
];
