import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

const root = temporaryFolder();
const REDIS_USERS = join('infra', 'helm', 'studiolo', 'files', 'redis-users.acl');

function run(settings: Record<string, string>, ...step: string[]) {
  const script = join('infra', 'compose', 'secrets.mjs');
  return spawnSync(process.execPath, [script, ...step], {
    env: { PATH: process.env.PATH, SECRETS_ROOT: root(), REDIS_USERS, ...settings },
    encoding: 'utf8',
  });
}

function makeSecretsWith(settings: Record<string, string>, ...step: string[]): void {
  expect(run({ COMPOSE_PROFILES: 'inbox', ...settings }, ...step).status).toBe(0);
}
const makeSecrets = (...step: string[]) => makeSecretsWith({}, ...step);

const read = (name: string): string => readFileSync(join(root(), name), 'utf8');
const objectStoreKeys = () =>
  ['minio', 'storage', 'backup'].map((it) => read(`${it}/s3_secret_key`));

test('no start leaves open where mail goes: to a server, or into the inbox of a trial', () => {
  const { status, stderr } = run({});
  expect(status).toBe(1);
  expect(stderr).toContain('Set SMTP_URL to your mail server or');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(run({ SMTP_URL: 'smtp://mail.example.com' }).status).toBe(0);
  expect(run({ COMPOSE_PROFILES: 'backup,inbox' }).status).toBe(0);
});

test('a second start keeps the secrets', () => {
  makeSecrets();
  const before = [read('minio/root_password'), ...objectStoreKeys(), read('auth/jwt_private_key')];
  makeSecrets();
  const after = [read('minio/root_password'), ...objectStoreKeys(), read('auth/jwt_private_key')];
  expect(after).toEqual(before);
});

test('storage has a key of its own, not the administrator’s', () => {
  makeSecrets();
  const [key, ...others] = objectStoreKeys();
  expect(others).toEqual([key, key]);
  expect(key).not.toBe(read('minio/root_password'));
});

test('an installation from before Redis had users gets them, and an address for each process', () => {
  makeSecrets();
  for (const folder of ['redis', 'backup/redis_password', 'auth/redis_password'])
    rmSync(join(root(), folder), { recursive: true, force: true });
  makeSecrets();
  const users = read('redis/users.acl');
  for (const user of ['gateway', 'auth', 'projects', 'storage']) {
    const { username, password, host } = new URL(read(`${user}/redis_url`));
    expect([username, host]).toEqual([user, 'redis:6379']);
    expect(users).toContain(`user ${user} on #${hash('sha256', password, 'hex')} `);
  }
  expect(users).toContain(`#${hash('sha256', read('backup/redis_password'), 'hex')} ~* &* +@all`);
});

test('settings of compose name servers of your own, and without them the bundled ones come back', () => {
  const url = 'postgres://studiolo_auth:p%40ss@db.example.com:5432/studiolo';
  const own = { AUTH_DATABASE_URL: url, REDIS_URL: 'rediss://cache', SMTP_URL: 'smtp://u:p@mail' };
  makeSecretsWith({ ...own, S3_SECRET_KEY: 'own', AUTH_MIGRATIONS_DATABASE_URL: url });
  expect(read('auth/migrations_database_url')).toBe(url);
  expect(read('auth/database_url')).toBe(url);
  expect(read('gateway/redis_url')).toBe(own.REDIS_URL);
  expect(read('auth/smtp_url')).toBe(own.SMTP_URL);
  expect(read('storage/s3_secret_key')).toBe('own');
  expect(read('minio/s3_secret_key')).not.toBe('own');
  makeSecrets();
  expect(read('auth/database_url')).toContain('@postgres:5432/');
  expect(read('auth/smtp_url')).toBe('smtp://mail:1025');
  expect(read('auth/migrations_database_url')).toBe('');
});

test('each step of changing the signing key accepts signatures of the previous step', () => {
  const keys = () =>
    ['transport_signing_key', 'transport_signing_key_previous'].map((name) => {
      const values = ['auth', 'projects', 'storage', 'gateway'].map((it) => read(`${it}/${name}`));
      expect(new Set(values).size).toBe(1);
      return values[0];
    });
  makeSecrets();
  const [first] = keys();
  expect(keys()).toEqual([first, '']);
  makeSecrets('accept-new-key');
  const second = keys()[1];
  expect(keys()).toEqual([first, second]);
  expect([first, '']).not.toContain(second);
  makeSecrets('sign-with-new-key');
  expect(keys()).toEqual([second, first]);
  makeSecrets('forget-old-key');
  expect(keys()).toEqual([second, '']);
});
