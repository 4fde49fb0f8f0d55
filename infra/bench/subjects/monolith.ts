import { join } from 'node:path';
import { objectStoreClient } from '../../stack/prepare-stores.ts';
import type { Part } from '../../stack/parts.ts';
import { availablePort } from '../../stack/ports.ts';
import { packageScript, ROOT } from '../../stack/programs.ts';
import { portAnswers } from '../../stack/readiness.ts';
import { Stack } from '../../stack/stack.ts';
import { pictureOf } from '../measure/body.ts';
import type { HttpLoad } from '../measure/load.ts';
import { JsonApi } from './http.ts';
import { launchSubject } from './launch-subject.ts';
import type { Stores } from './stores.ts';
import {
  account,
  FILE_BYTES,
  projectFields,
  type RunningSubject,
  type Subject,
  writer,
} from './subject.ts';
import { type Seeded, seedTables } from './tables.ts';

const FOLDER = join(import.meta.dirname, '..');
const DATABASE = 'bench_monolith';
const BUCKET = 'bench-monolith';

/** Compiled as the services are, so that no start pays for a compiler. */
async function build(stores: Stores): Promise<void> {
  const stack = new Stack(stores.plan);
  const flags = ['--strip-leading-paths', '--delete-dir-on-start', '--quiet'];
  try {
    await stack.run('build-monolith', {
      file: process.execPath,
      args: [
        packageScript('@swc/cli', 'bin/swc.js'),
        ...['monolith', '-d', 'dist/monolith', '--config-file', join(ROOT, '.swcrc'), ...flags],
      ],
      cwd: FOLDER,
    });
  } finally {
    await stack.stop();
  }
}

async function part(stores: Stores, databaseUrl: string, port: number): Promise<Part> {
  const { redisUrl, secrets } = stores.plan;
  const objectStore = await stores.bucket(BUCKET);
  return {
    name: 'monolith',
    title: 'Monolith',
    tier: 'edge',
    command: () => ({
      file: process.execPath,
      args: [join(FOLDER, 'dist', 'monolith', 'main.js')],
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        // Its own database number: keys of others cannot be in its way.
        REDIS_URL: `${redisUrl}/7`,
        JWT_SECRET: secrets.transportSigningKey,
        S3_ENDPOINT: objectStore.endpoint,
        S3_ACCESS_KEY: objectStore.accessKey,
        S3_SECRET_KEY: objectStore.secretKey,
        S3_REGION: objectStore.region,
        S3_BUCKET: objectStore.bucket,
      },
    }),
    ready: () => portAnswers(port),
  };
}

async function signIn(origin: string, credentials: typeof account): Promise<JsonApi> {
  const api = new JsonApi(origin);
  const { token } = await api.call<{ token: string }>('POST', '/api/auth/login', credentials);
  api.headers = { authorization: `Bearer ${token}` };
  return api;
}

/** Puts the bytes of the one file that is downloaded where its row says. */
async function storePicture(stores: Stores, { readerId }: Seeded): Promise<string> {
  const { rows } = await stores.sql(DATABASE, (client) =>
    client.query<{ object_key: string; project_id: string }>(
      'SELECT object_key, project_id FROM files WHERE owner_id = $1 LIMIT 1',
      [readerId],
    ),
  );
  const objectStore = await stores.bucket(BUCKET);
  const [file] = rows;
  if (!file) throw new Error('The monolith has no file to download');
  const picture = pictureOf(FILE_BYTES);
  await objectStoreClient(objectStore).putObject(objectStore.bucket, file.object_key, picture);
  return `/api/download/${file.project_id}/picture.jpg`;
}

/** Removes the writer's files with their objects. */
async function removeUploads(stores: Stores, { writerId }: Seeded): Promise<void> {
  const { rows } = await stores.sql(DATABASE, (client) =>
    client.query<{ object_key: string }>(
      'DELETE FROM files WHERE owner_id = $1 RETURNING object_key',
      [writerId],
    ),
  );
  const objectStore = await stores.bucket(BUCKET);
  const keys = rows.map(({ object_key }) => object_key);
  if (keys.length > 0) await objectStoreClient(objectStore).removeObjects(objectStore.bucket, keys);
}

let token: Record<string, string> | undefined;

async function start(stores: Stores): Promise<RunningSubject> {
  const seeded = await seedTables(stores, DATABASE);
  const port = await availablePort();
  const origin = `http://127.0.0.1:${port}`;
  const first = () =>
    token === undefined
      ? new JsonApi(origin).ask('POST', '/api/auth/login', account)
      : fetch(`${origin}/api/projects`, { headers: token });
  const parts = [await part(stores, seeded.databaseUrl, port)];
  const { stack, startSeconds } = await launchSubject(stores.plan, parts, first);
  try {
    const reader = await signIn(origin, account);
    const author = await signIn(origin, writer);
    token = reader.headers;
    return {
      startSeconds,
      processes: () => stack.running(),
      requests: await requestsOf({ reader, author }, seeded, stores),
      tidy: () => removeUploads(stores, seeded),
      stop: () => stack.stop(),
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function requestsOf(
  { reader, author }: { reader: JsonApi; author: JsonApi },
  seeded: Seeded,
  stores: Stores,
): Promise<RunningSubject['requests']> {
  const { origin, headers } = reader;
  const get = (...paths: string[]): HttpLoad => ({
    ...{ method: 'GET', origin, headers, status: 200, paths },
  });
  const post = (path: string, status: number): HttpLoad => ({
    ...{ method: 'POST', origin, headers: author.headers, paths: [path], status },
  });
  const { project } = await author.call<{ project: { id: string } }>(
    'POST',
    '/api/projects',
    projectFields(0),
  );
  const form = { fields: { project_id: project.id }, field: 'file' };
  return {
    list: get('/api/projects'),
    get: get(...seeded.projectIds.map((id) => `/api/projects/${id}`)),
    create: { ...post('/api/projects', 201), json: projectFields(0) },
    login: { ...post('/api/auth/login', 200), json: account },
    upload: { ...post('/api/upload', 201), file: { bytes: FILE_BYTES, form } },
    download: { ...get(await storePicture(stores, seeded)), answerBytes: FILE_BYTES },
  };
}

export const monolith: Subject = {
  name: 'monolith',
  title: 'Nest monolith',
  prepare: build,
  start,
};
