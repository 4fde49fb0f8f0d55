import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'studiolo-secrets-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function makeSecrets(...step: string[]): void {
  const script = join('infra', 'compose', 'secrets.mjs');
  const { status } = spawnSync(process.execPath, [script, ...step], {
    env: { ...process.env, SECRETS_ROOT: root },
  });
  expect(status).toBe(0);
}

const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const objectStoreKeys = () =>
  ['minio', 'storage', 'backup'].map((it) => read(`${it}/s3_secret_key`));

test('a second start keeps the secrets', () => {
  makeSecrets();
  const before = [read('minio/root_password'), ...objectStoreKeys(), read('auth/jwt_private_key')];
  makeSecrets();
  const after = [read('minio/root_password'), ...objectStoreKeys(), read('auth/jwt_private_key')];
  expect(after).toEqual(before);
});

test.each([
  ['a new installation', () => undefined],
  [
    'one that gave storage the administrator of MinIO',
    () => {
      for (const file of ['minio/root_password', 'storage/s3_secret_key', 'backup/s3_secret_key']) {
        mkdirSync(join(root, file, '..'), { recursive: true });
        writeFileSync(join(root, file), 'of-the-administrator', { mode: 0o444 });
      }
    },
  ],
])('in %s storage has a key of its own', (_what, prepare) => {
  prepare();
  makeSecrets();
  const [key, ...others] = objectStoreKeys();
  expect(others).toEqual([key, key]);
  expect(key).not.toBe(read('minio/root_password'));
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
