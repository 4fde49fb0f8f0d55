import { pictureOf } from '../measure/body.ts';
import { JsonApi } from './http.ts';
import { account, FILE_BYTES, FILES, projectFields, PROJECTS, writer } from './subject.ts';

interface Answer<Data> {
  data: Data;
}
interface Item {
  id: string;
  files?: { id: string }[];
}

export interface DirectusMember {
  api: JsonApi;
  items: Item[];
}

export const FIELDS = [
  ...['id', 'title', 'client', 'contact', 'status', 'description', 'date_created', 'date_updated'],
  ...['files.id', 'files.filename_download', 'files.filesize', 'files.type', 'files.created_on'],
].join(',');

/** The same page as Studiolo's: the owner's projects with their files, newest first. */
export const LIST_PATH = `/items/projects?fields=${FIELDS}&filter[user_created][_eq]=$CURRENT_USER&sort=-date_created&limit=101`;

const text = (field: string) => ({ field, type: 'text', schema: {}, meta: {} });
const stamp = (field: string, type: string, special: string) => ({
  ...{ field, type, schema: {}, meta: { special: [special] } },
});

const COLLECTION = {
  collection: 'projects',
  schema: {},
  meta: {},
  fields: [
    {
      ...{ field: 'id', type: 'uuid', schema: { is_primary_key: true } },
      meta: { special: ['uuid'] },
    },
    ...['title', 'client', 'contact', 'status', 'description'].map(text),
    stamp('user_created', 'uuid', 'user-created'),
    stamp('date_created', 'timestamp', 'date-created'),
    stamp('date_updated', 'timestamp', 'date-updated'),
  ],
};

/** Files belong to a project: a column on Directus' own files, and its other side as `projects.files`. */
async function relateFiles(api: JsonApi): Promise<void> {
  await api.call('POST', '/fields/directus_files', {
    ...{ field: 'project', type: 'uuid', schema: {}, meta: {} },
  });
  await api.call('POST', '/fields/projects', {
    ...{ field: 'files', type: 'alias', meta: { special: ['o2m'] } },
  });
  await api.call('POST', '/relations', {
    ...{ collection: 'directus_files', field: 'project', related_collection: 'projects' },
    ...{ meta: { one_field: 'files' }, schema: { on_delete: 'SET NULL' } },
  });
}

/**
 * A role that may read and create projects and files. Rules such as "its own only" need a licence: the list asks
 * for its own by a filter instead, and nothing is checked beyond that.
 */
async function makeRole(api: JsonApi): Promise<string> {
  const allow = (collection: string, action: string) => ({ collection, action, fields: ['*'] });
  const policy = await api.call<Answer<Item>>('POST', '/policies', {
    name: 'Member',
    permissions: ['projects', 'directus_files'].flatMap((collection) => [
      allow(collection, 'read'),
      allow(collection, 'create'),
    ]),
  });
  const role = await api.call<Answer<Item>>('POST', '/roles', {
    ...{ name: 'Member', policies: [{ policy: policy.data.id }] },
  });
  return role.data.id;
}

/** Logins at the same time count as attempts, and too many of those suspend an account. */
export const REINSTATE = `UPDATE directus_users SET status = 'active' WHERE status = 'suspended'`;

async function signIn(origin: string, credentials: typeof account): Promise<JsonApi> {
  const api = new JsonApi(origin);
  const { data } = await api.call<Answer<{ access_token: string }>>(
    'POST',
    '/auth/login',
    credentials,
  );
  api.headers = { authorization: `Bearer ${data.access_token}` };
  return api;
}

/** Makes collection, role and both accounts, once. */
export async function makeModel(origin: string, admin: typeof account): Promise<void> {
  const api = await signIn(origin, admin);
  if ((await api.ask('GET', '/collections/projects')).ok) return;
  await api.call('POST', '/collections', COLLECTION);
  await relateFiles(api);
  const role = await makeRole(api);
  for (const credentials of [account, writer]) {
    await api.call('POST', '/users', { ...credentials, role, first_name: 'Ana' });
  }
}

/** Signs in and makes the account's projects and files unless they are there. */
export async function memberOf(
  origin: string,
  credentials: typeof account,
  projects = PROJECTS,
): Promise<DirectusMember> {
  const api = await signIn(origin, credentials);
  const list = async () => (await api.call<Answer<Item[]>>('GET', LIST_PATH)).data;
  if ((await list()).length === 0) {
    for (let number = 1; number <= projects; number += 1) {
      const { data } = await api.call<Answer<Item>>(
        'POST',
        '/items/projects',
        projectFields(number),
      );
      if (number <= projects - FILES) continue;
      await api.upload('/files', { project: data.id }, pictureOf(FILE_BYTES));
    }
  }
  return { api, items: await list() };
}
