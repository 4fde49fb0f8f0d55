import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part } from '../../stack/parts.ts';
import { availablePort } from '../../stack/ports.ts';
import { portAnswers } from '../../stack/readiness.ts';
import type { HttpLoad } from '../measure/load.ts';
import {
  type DirectusMember,
  FIELDS,
  LIST_PATH,
  makeModel,
  memberOf,
  REINSTATE,
} from './directus-data.ts';
import { launchSubject } from './launch-subject.ts';
import { installPeer, peerFolder, runForPeer } from './peers.ts';
import type { Stores } from './stores.ts';
import {
  account,
  FILE_BYTES,
  projectFields,
  type RunningSubject,
  type Subject,
  writer,
} from './subject.ts';
import { ARGON2 } from './tables.ts';

const DATABASE = 'bench_directus';
const SCRIPT = 'node_modules/directus/cli.js';

/** Directus makes none for what a list sorts and filters by. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS projects_owner ON projects (user_created, date_created DESC);
  CREATE INDEX IF NOT EXISTS files_project ON directus_files (project);`;

const adminOf = ({ plan }: Stores) => ({
  email: 'admin@example.com',
  password: plan.secrets.postgresPassword,
});

/** Local files, the same hash as Studiolo's, no limits, no log lines, nothing sent home. */
async function settings(stores: Stores, port: number): Promise<Record<string, string>> {
  const { email, password } = adminOf(stores);
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: stores.plan.secrets.transportSigningKey,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: await stores.database(DATABASE),
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: join(peerFolder(stores, 'directus'), 'uploads'),
    HASH_MEMORY_COST: String(ARGON2.memoryCost),
    HASH_TIME_COST: String(ARGON2.timeCost),
    HASH_PARALLELISM: String(ARGON2.parallelism),
    // Every login takes at least this long; 500 ms unless it is said.
    LOGIN_STALL_TIME: '0',
    ACCESS_TOKEN_TTL: '1d',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    WEBSOCKETS_ENABLED: 'false',
  };
}

async function prepare(stores: Stores): Promise<void> {
  await installPeer(stores, 'directus');
  await runForPeer(stores, 'directus-bootstrap', {
    file: process.execPath,
    args: [SCRIPT, 'bootstrap'],
    cwd: peerFolder(stores, 'directus'),
    env: await settings(stores, 0),
  });
}

const part = (stores: Stores, port: number): Part => ({
  name: 'directus',
  title: 'Directus',
  tier: 'edge',
  command: async () => ({
    file: process.execPath,
    args: [SCRIPT, 'start'],
    cwd: peerFolder(stores, 'directus'),
    env: await settings(stores, port),
  }),
  ready: () => portAnswers(port),
});

function requestsOf({ api, items }: DirectusMember, author: DirectusMember) {
  const { origin, headers } = api;
  const get = (...paths: string[]): HttpLoad => ({
    ...{ method: 'GET', origin, headers, status: 200, paths },
  });
  const post = (path: string, more: Partial<HttpLoad>): HttpLoad => ({
    ...{ method: 'POST', origin, headers: author.api.headers, status: 200, paths: [path] },
    ...more,
  });
  const project = author.items[0]?.id ?? '';
  const file = items.flatMap(({ files = [] }) => files)[0]?.id;
  return {
    list: get(LIST_PATH),
    get: get(...items.map(({ id }) => `/items/projects/${id}?fields=${FIELDS}`)),
    create: post(`/items/projects?fields=${FIELDS}`, { json: projectFields(0) }),
    login: post('/auth/login', { headers: {}, json: account }),
    upload: post('/files', {
      file: { bytes: FILE_BYTES, form: { fields: { project }, field: 'file' } },
    }),
    download: { ...get(`/assets/${file}?download`), answerBytes: FILE_BYTES },
  };
}

/** Removes the writer's files, bytes and rows. */
async function removeUploads(stores: Stores): Promise<void> {
  const { rows } = await stores.sql(DATABASE, (client) =>
    client.query<{ id: string }>(
      `DELETE FROM directus_files WHERE uploaded_by IN
         (SELECT id FROM directus_users WHERE email = $1) RETURNING id`,
      [writer.email],
    ),
  );
  const gone = new Set(rows.map(({ id }) => id));
  const folder = join(peerFolder(stores, 'directus'), 'uploads');
  const names = (await readdir(folder)).filter((name) => gone.has(name.slice(0, 36)));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

let token: Record<string, string> | undefined;

async function start(stores: Stores): Promise<RunningSubject> {
  const port = await availablePort();
  const origin = `http://127.0.0.1:${port}`;
  const path = token === undefined ? '/server/ping' : LIST_PATH;
  const { stack, startSeconds } = await launchSubject(stores.plan, [part(stores, port)], () =>
    fetch(`${origin}${path}`, { headers: token ?? {} }),
  );
  try {
    await makeModel(origin, adminOf(stores));
    await stores.sql(DATABASE, (client) => client.query(INDEXES));
    await stores.sql(DATABASE, (client) => client.query(REINSTATE));
    const reader = await memberOf(origin, account);
    const author = await memberOf(origin, writer, 1);
    token = reader.api.headers;
    return {
      startSeconds,
      processes: () => stack.running(),
      requests: requestsOf(reader, author),
      tidy: () => removeUploads(stores),
      stop: () => stack.stop(),
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

export const directus: Subject = { name: 'directus', title: 'Directus 12', prepare, start };
