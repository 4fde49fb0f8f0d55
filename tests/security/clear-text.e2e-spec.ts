// What may be on a disk: Redis, its files and the logs hold ids only, and no file of the stack holds a secret.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freshEmail } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { tokenMailedTo } from '@studiolo/testing/mailbox';
import { pdf } from '@studiolo/testing/samples';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { leftInRedis, onRedis } from '../support/redis.ts';
import { RunningStack } from '../support/running-stack.ts';

const CLIENT_ADDRESS = '203.0.113.77';
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const canary = (what: string): string => `${what}-${randomUUID()}`;
const WORDS = {
  ...{
    email: freshEmail(),
    nextEmail: freshEmail(),
    name: canary('name'),
    nextName: canary('name'),
  },
  ...{ title: canary('title'), client: canary('client'), contact: canary('contact') },
  ...{ description: canary('description'), nextTitle: canary('title'), search: canary('search') },
  ...{ filename: canary('file'), idempotencyKey: canary('key') },
  ...{ address: CLIENT_ADDRESS, agent: USER_AGENT, device: 'Firefox on Linux' },
};
/** Known once the calls are made: passwords, bearer tokens, and the tokens of mailed links. */
const SECRETS: Record<string, string> = {
  ...{ password: canary('password'), changed: canary('password'), reset: canary('password') },
  wrong: canary('password'),
};
const links: Record<string, string> = {};

const toRedis: Buffer[] = [];
const proxy = duringTests(() => TcpProxy.to(() => `redis://127.0.0.1:${stack.port}`));
const stack = { port: 0 };
const running = RunningStack.duringTests(() => ({
  passed: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
  rewire: (plan) => {
    stack.port = plan.ports.redis;
    proxy().record(toRedis);
    plan.redisUrl = `redis://${proxy().address}`;
  },
}));

/** Calls as a browser behind a proxy makes them. */
class BrowserApi extends Api {
  protected override exchange(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', CLIENT_ADDRESS);
    headers.set('user-agent', USER_AGENT);
    return super.exchange(path, { ...init, headers });
  }
}

async function signIn(api: Api, password: string): Promise<void> {
  api.bearer = '';
  const { body } = await api.post('/api/auth/login', { email: WORDS.email, password });
  api.bearer = String(body.token);
  SECRETS[`bearer ${Object.keys(SECRETS).length}`] = api.bearer;
}

async function useAccount(api: Api): Promise<void> {
  const { email, name } = WORDS;
  await api.post('/api/auth/signup', { email, password: SECRETS.password, name });
  links.verify = await tokenMailedTo(email, '/verify-email');
  const verified = await api.post('/api/auth/verify-email', { token: links.verify });
  SECRETS['bearer of the link'] = String(verified.body.token);
  await api.post('/api/auth/login', { email, password: SECRETS.wrong });
  await signIn(api, SECRETS.password ?? '');
  const passwords = { current_password: SECRETS.password, password: SECRETS.changed };
  expect((await api.put('/api/auth/profile', passwords)).status).toBe(200);
  const changes = { name: WORDS.nextName, email: WORDS.nextEmail };
  expect((await api.put('/api/auth/profile', changes)).status).toBe(200);
  await api.post('/api/auth/forgot-password', { email });
  links.reset = await tokenMailedTo(email, '/reset-password');
  const reset = { token: links.reset, password: SECRETS.reset };
  expect((await api.post('/api/auth/reset-password', reset)).status).toBe(200);
  await signIn(api, SECRETS.reset ?? '');
  expect((await api.get('/api/auth/sessions')).status).toBe(200);
}

async function useProjects(api: Api): Promise<void> {
  const { title, client, contact, description, nextTitle, filename } = WORDS;
  const fields = { title, client, contact, description };
  const id = await api.newProject(fields, { 'Idempotency-Key': WORDS.idempotencyKey });
  const file = new File([new Uint8Array(pdf())], `${filename}.pdf`, { type: 'application/pdf' });
  expect((await api.upload(id, [file])).status).toBe(201);
  expect((await api.fetch(`/api/download/${id}/${filename}.pdf`)).status).toBe(200);
  expect((await api.put(`/api/projects/${id}`, { ...fields, title: nextTitle })).status).toBe(200);
  expect((await api.get(`/api/projects?search=${WORDS.search}`)).status).toBe(200);
  expect((await api.get(`/api/projects/${id}`)).status).toBe(200);
  expect((await api.get('/api/storage/usage')).status).toBe(200);
  expect((await api.delete(`/api/delete/${id}/${filename}.pdf`)).status).toBe(200);
  expect((await api.delete(`/api/projects/${id}`)).status).toBe(200);
}

/** Which of these texts the bytes contain, by their names. */
const foundIn = (bytes: Buffer, texts: Record<string, string>): string[] =>
  Object.entries(texts).flatMap(([name, text]) => (bytes.includes(text) ? [name] : []));

async function foundInFolder(
  folder: string,
  texts: Record<string, string>,
  skip?: string,
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => skip === undefined || !file.startsWith(join(folder, skip)));
  const found = await Promise.all(
    files.map(async (file) => {
      // Some are deleted meanwhile.
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      return foundIn(bytes, texts).map((name) => `${name} in ${file.slice(folder.length + 1)}`);
    }),
  );
  return found.flat();
}

beforeAll(async () => {
  const api = new BrowserApi();
  await useAccount(api);
  await useProjects(api);
  expect((await api.delete('/api/auth/account')).status).toBe(200);
  await eventually(async () => expect(await onRedis(running().plan, leftInRedis)).toEqual([]));
}, 180_000);

test('[S15 a] an account is used in every way and deleted: nothing that was typed, mailed or signed has been sent to Redis or by it', () => {
  const all = { ...WORDS, ...SECRETS, ...links };
  expect(toRedis.length).toBeGreaterThan(0);
  expect(foundIn(Buffer.concat(toRedis), all)).toEqual([]);
});

test('[S15 b] nor is any of it in the files of Redis, the append-only file and a dump, or in a log', async () => {
  const { dataDir } = running().plan;
  // The embedded server has no files.
  await onRedis(running().plan, (redis) => redis.save()).catch(() => undefined);
  const all = { ...WORDS, ...SECRETS, ...links };
  expect(await foundInFolder(join(dataDir, 'redis'), all)).toEqual([]);
  // The security log says from which address somebody signed in.
  expect(await foundInFolder(join(dataDir, 'logs'), { ...all, address: all.email })).toEqual([]);
});

test('[S15 c] no file of the stack has a password or a bearer token, and only the mails have the tokens of links', async () => {
  const { dataDir } = running().plan;
  expect(await foundInFolder(dataDir, SECRETS)).toEqual([]);
  expect(await foundInFolder(dataDir, links, 'mail')).toEqual([]);
});
