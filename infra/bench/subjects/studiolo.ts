import { join } from 'node:path';
import type { Project } from '@studiolo/contracts';
import { makePlan, type Plan, type PlanRequest } from '../../stack/plan.ts';
import { prepareDatabase } from '../../stack/prepare-stores.ts';
import { nxCommand } from '../../stack/nx.ts';
import { APPLICATION } from '../../stack/services.ts';
import { Stack } from '../../stack/stack.ts';
import type { HttpLoad } from '../measure/load.ts';
import { pictureOf } from '../measure/body.ts';
import { JsonApi } from './http.ts';
import { type Launched, launchSubject } from './launch-subject.ts';
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

type Credentials = typeof account;
interface Member {
  api: JsonApi;
  projects: Project[];
}

const QUOTA_BYTES = 1024 ** 4;

/** Which Studiolo: each that is up at the same time needs a database and a Redis database number of its own. */
export interface Variant {
  database: string;
  redisDatabase: number;
  replicas?: PlanRequest['replicas'];
}

const USUAL: Variant = { database: 'bench_studiolo', redisDatabase: 0 };

/** Studiolo as `npm start` runs it, on the stores that all share. */
async function planOf(stores: Stores, variant: Variant): Promise<Plan> {
  const { plan } = stores;
  return makePlan({
    dataDir: join(plan.dataDir, variant.database),
    secrets: plan.secrets,
    environment: 'development',
    own: {
      databaseUrl: await stores.database(variant.database),
      redisUrl: `${plan.redisUrl}/${variant.redisDatabase}`,
      objectStore: await stores.bucket(variant.database.replaceAll('_', '-')),
      smtpUrl: plan.smtpUrl,
    },
    replicas: variant.replicas ?? {},
    passed: {
      RATE_LIMITS: 'off',
      EMAIL_VERIFICATION: 'off',
      STORAGE_QUOTA_BYTES: String(QUOTA_BYTES),
      MAX_FILES_PER_USER: '1000000',
    },
  });
}

export async function signIn(origin: string, credentials: Credentials): Promise<JsonApi> {
  const api = new JsonApi(origin);
  const login = await api.ask('POST', '/api/auth/login', credentials);
  const { token } = login.ok
    ? ((await login.json()) as { token: string })
    : await api.call<{ token: string }>('POST', '/api/auth/signup', {
        ...credentials,
        name: 'Ana',
      });
  api.headers = { authorization: `Bearer ${token}` };
  return api;
}

/** Signs in and makes what is missing of the projects and files. */
async function memberWith(origin: string, credentials: Credentials): Promise<Member> {
  const api = await signIn(origin, credentials);
  const list = () => api.call<{ projects: Project[] }>('GET', '/api/projects');
  let { projects } = await list();
  for (let number = projects.length + 1; number <= PROJECTS; number += 1) {
    await api.call('POST', '/api/projects', projectFields(number));
  }
  ({ projects } = await list());
  for (const project of projects.slice(0, FILES)) await giveFile(api, project);
  return { api, ...(await list()) };
}

/** Uploads a file to the project unless it has one whose bytes are there. */
async function giveFile(api: JsonApi, { id, files: [file] }: Project): Promise<void> {
  if (file) {
    const path = `${id}/${encodeURIComponent(file.filename)}`;
    const bytes = await api.ask('GET', `/api/download/${path}`);
    await bytes.arrayBuffer();
    if (bytes.ok) return;
    await api.call('DELETE', `/api/delete/${path}`);
  }
  await api.upload('/api/upload', { project_id: id }, pictureOf(FILE_BYTES));
}

function requestsOf(reader: Member, author: JsonApi): RunningSubject['requests'] {
  const { api, projects } = reader;
  const [withFile] = projects;
  const get = (...paths: string[]): HttpLoad => ({
    ...{ method: 'GET', origin: api.origin, headers: api.headers, status: 200, paths },
  });
  const post = (path: string, json: unknown, status: number): HttpLoad => ({
    ...{ method: 'POST', origin: api.origin, headers: author.headers, paths: [path], status, json },
  });
  const file = withFile?.files[0]?.filename ?? '';
  return {
    list: get('/api/projects'),
    get: get(...projects.map(({ id }) => `/api/projects/${id}`)),
    create: post('/api/projects', projectFields(0), 201),
    login: post('/api/auth/login', account, 200),
    download: {
      ...get(`/api/download/${withFile?.id}/${encodeURIComponent(file)}`),
      answerBytes: FILE_BYTES,
    },
  };
}

/** Uploads go to a project of the writer that can be deleted with all of them. */
async function uploadTo(api: JsonApi): Promise<{ load: HttpLoad; tidy: () => Promise<void> }> {
  const { project } = await api.call<{ project: Project }>(
    'POST',
    '/api/projects',
    projectFields(0),
  );
  const form = { fields: { project_id: project.id }, field: 'file' };
  const { origin, headers } = api;
  return {
    load: {
      ...{ method: 'POST', origin, headers, paths: ['/api/upload'], status: 201 },
      file: { bytes: FILE_BYTES, form },
    },
    tidy: () => api.call('DELETE', `/api/projects/${project.id}`),
  };
}

async function withUploads(
  requests: RunningSubject['requests'],
  author: JsonApi,
): Promise<Pick<RunningSubject, 'requests' | 'tidy'>> {
  let upload = await uploadTo(author);
  requests.upload = upload.load;
  const tidy = async () => {
    await upload.tidy();
    upload = await uploadTo(author);
    requests.upload = upload.load;
  };
  return { requests, tidy };
}

async function build(stores: Stores): Promise<void> {
  const stack = new Stack(stores.plan);
  try {
    await stack.run('build', nxCommand());
  } finally {
    await stack.stop();
  }
}

/** Remembered from start to start, so that a later one can ask for the list at once. */
let token: Record<string, string> | undefined;

/** Starts the processes of one Studiolo and waits for its first answer. */
export async function launchStudiolo(
  stores: Stores,
  variant: Variant,
  headers?: Record<string, string>,
): Promise<Launched & { origin: string }> {
  const plan = await planOf(stores, variant);
  await prepareDatabase(plan);
  const origin = `http://127.0.0.1:${plan.apiPorts[0]}`;
  const path = headers === undefined ? '/health/status' : '/api/projects';
  const launched = await launchSubject(plan, APPLICATION, () =>
    fetch(`${origin}${path}`, { headers: headers ?? {} }),
  );
  return { ...launched, origin };
}

async function start(stores: Stores): Promise<RunningSubject> {
  const { stack, startSeconds, startAgain, origin } = await launchStudiolo(stores, USUAL, token);
  try {
    const reader = await memberWith(origin, account);
    const author = await signIn(origin, writer);
    token = reader.api.headers;
    return {
      startSeconds,
      startAgain,
      processes: () => stack.running(),
      ...(await withUploads(requestsOf(reader, author), author)),
      stop: () => stack.stop(),
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

export const studiolo: Subject = {
  name: 'studiolo',
  title: 'Studiolo',
  prepare: build,
  start,
};
