import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part } from '../../stack/parts.ts';
import { availablePort } from '../../stack/ports.ts';
import { portAnswers } from '../../stack/readiness.ts';
import { pictureOf } from '../measure/body.ts';
import type { HttpLoad } from '../measure/load.ts';
import { JsonApi } from './http.ts';
import { launchSubject } from './launch-subject.ts';
import { installPeer, peerFolder } from './peers.ts';
import type { Stores } from './stores.ts';
import {
  account,
  FILE_BYTES,
  FILES,
  projectFields,
  PROJECTS,
  type RunningSubject,
  type Subject,
  writer,
} from './subject.ts';

interface Member {
  api: JsonApi;
  id: string;
}
interface ParseFile {
  __type: 'File';
  name: string;
  url: string;
}

const DATABASE = 'bench_parse';
const APPLICATION_ID = { 'X-Parse-Application-Id': 'bench' };
const UPLOADS = 'files/bench';

function part(stores: Stores, databaseUrl: string, port: number): Part {
  const folder = peerFolder(stores, 'parse');
  return {
    name: 'parse',
    title: 'Parse Server',
    tier: 'edge',
    command: () => ({
      file: process.execPath,
      args: ['server.mjs'],
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        MASTER_KEY: stores.plan.secrets.transportSigningKey,
        FILES_FOLDER: 'bench',
      },
    }),
    ready: () => portAnswers(port),
  };
}

/** The class, and the index that a list of one owner needs: Parse makes none for a pointer. */
async function makeClass(origin: string, stores: Stores): Promise<void> {
  const api = new JsonApi(origin);
  api.headers = {
    ...APPLICATION_ID,
    'X-Parse-Master-Key': stores.plan.secrets.transportSigningKey,
  };
  const text = { type: 'String' };
  await api.ask('POST', '/parse/schemas/Project', {
    className: 'Project',
    fields: {
      ...{ title: text, client: text, contact: text, status: text, description: text },
      owner: { type: 'Pointer', targetClass: '_User' },
      files: { type: 'Array' },
    },
  });
  await stores.sql(DATABASE, (client) =>
    client.query(
      'CREATE INDEX IF NOT EXISTS project_owner ON "Project" (owner, "createdAt" DESC, "objectId")',
    ),
  );
}

async function signIn(origin: string, { email, password }: typeof account): Promise<Member> {
  const api = new JsonApi(origin);
  api.headers = { ...APPLICATION_ID, 'X-Parse-Revocable-Session': '1' };
  const credentials = { username: email, password };
  const login = await api.ask('POST', '/parse/login', credentials);
  const user = login.ok
    ? ((await login.json()) as { sessionToken: string; objectId: string })
    : await api.call<{ sessionToken: string; objectId: string }>(
        'POST',
        '/parse/users',
        credentials,
      );
  api.headers = { ...APPLICATION_ID, 'X-Parse-Session-Token': user.sessionToken };
  return { api, id: user.objectId };
}

const newProject = (ownerId: string, number: number) => ({
  ...projectFields(number),
  files: [] as ParseFile[],
  owner: { __type: 'Pointer', className: '_User', objectId: ownerId },
  ACL: { [ownerId]: { read: true, write: true } },
});

const listPath = (ownerId: string): string => {
  const owner = { __type: 'Pointer', className: '_User', objectId: ownerId };
  const where = encodeURIComponent(JSON.stringify({ owner }));
  return `/parse/classes/Project?where=${where}&order=-createdAt&limit=101`;
};

/** The ids of the account's projects, those with a file first; made when they are not there yet. */
async function seed({ api, id }: Member): Promise<{ ids: string[]; file: string }> {
  const list = () =>
    api.call<{ results: { objectId: string; files: ParseFile[] }[] }>('GET', listPath(id));
  if ((await list()).results.length === 0) {
    for (let number = 1; number <= PROJECTS; number += 1) {
      const files = number > PROJECTS - FILES ? [await uploadOne(api)] : [];
      await api.call('POST', '/parse/classes/Project', { ...newProject(id, number), files });
    }
  }
  const { results } = await list();
  return {
    ids: results.map(({ objectId }) => objectId),
    file: results[0]?.files[0]?.name ?? '',
  };
}

async function uploadOne(api: JsonApi): Promise<ParseFile> {
  const answer = await fetch(`${api.origin}/parse/files/kept.jpg`, {
    method: 'POST',
    headers: { ...api.headers, 'content-type': 'image/jpeg' },
    body: new Uint8Array(pictureOf(FILE_BYTES)),
  });
  const { name, url } = (await answer.json()) as ParseFile;
  return { __type: 'File', name, url };
}

function requestsOf(
  { api, id }: Member,
  author: Member,
  { ids, file }: { ids: string[]; file: string },
): RunningSubject['requests'] {
  const { origin, headers } = api;
  const get = (...paths: string[]): HttpLoad => ({
    ...{ method: 'GET', origin, headers, status: 200, paths },
  });
  const post = (path: string, more: Partial<HttpLoad>): HttpLoad => ({
    ...{ method: 'POST', origin, headers: author.api.headers, status: 201, paths: [path] },
    ...more,
  });
  const { email: username, password } = account;
  return {
    list: get(listPath(id)),
    get: get(...ids.map((one) => `/parse/classes/Project/${one}`)),
    create: post('/parse/classes/Project', { json: newProject(author.id, 0) }),
    login: post('/parse/login', {
      ...{ headers: APPLICATION_ID, status: 200, json: { username, password } },
    }),
    upload: post('/parse/files/photo.jpg', { file: { bytes: FILE_BYTES } }),
    // Anybody who knows the name may read a file: no session is asked for.
    download: { ...get(`/parse/files/bench/${file}`), answerBytes: FILE_BYTES },
  };
}

async function removeUploads(stores: Stores): Promise<void> {
  const folder = join(peerFolder(stores, 'parse'), UPLOADS);
  const names = (await readdir(folder)).filter((name) => name.endsWith('_photo.jpg'));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

let first: { path: string; headers: Record<string, string> } | undefined;

async function start(stores: Stores): Promise<RunningSubject> {
  const port = await availablePort();
  const origin = `http://127.0.0.1:${port}`;
  const parts = [part(stores, await stores.database(DATABASE), port)];
  const { path, headers } = first ?? { path: '/parse/health', headers: APPLICATION_ID };
  const { stack, startSeconds } = await launchSubject(stores.plan, parts, () =>
    fetch(`${origin}${path}`, { headers }),
  );
  try {
    await makeClass(origin, stores);
    const reader = await signIn(origin, account);
    const author = await signIn(origin, writer);
    first = { path: listPath(reader.id), headers: reader.api.headers };
    return {
      startSeconds,
      processes: () => stack.running(),
      requests: requestsOf(reader, author, await seed(reader)),
      tidy: () => removeUploads(stores),
      stop: () => stack.stop(),
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

export const parse: Subject = {
  name: 'parse',
  title: 'Parse Server 9',
  prepare: (stores) => installPeer(stores, 'parse'),
  start,
};
