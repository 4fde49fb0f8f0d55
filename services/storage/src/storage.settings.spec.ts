import { MIB } from '@studiolo/contracts';
import { loadEnv } from '@studiolo/service-kit';

import { storageSettings } from './storage.settings.js';

const environment = {
  REDIS_URL: 'redis://localhost',
  TRANSPORT_SIGNING_KEY: 'k'.repeat(40),
  DATABASE_URL: 'postgres://localhost/studiolo',
  S3_ENDPOINT: 'https://store.example.net',
  S3_ACCESS_KEY: 'studiolo',
  S3_SECRET_KEY: 'minioadmin',
};
const nodeEnv = process.env.NODE_ENV;
afterEach(() => {
  process.env.NODE_ENV = nodeEnv;
});

test('the defaults are a quota of 5 MiB, files of 5 MiB and 10,000 files', () => {
  expect(loadEnv(storageSettings, environment)).toMatchObject({
    STORAGE_QUOTA_BYTES: 5 * MIB,
    MAX_FILE_BYTES: 5 * MIB,
    MAX_FILES_PER_USER: 10_000,
    S3_BUCKET: 'studiolo',
  });
});

test('production refuses a store’s default secret key, and does not repeat it', () => {
  process.env.NODE_ENV = 'production';
  const load = () => loadEnv(storageSettings, environment);
  expect(load).toThrow('S3_SECRET_KEY: is a placeholder');
  expect(load).not.toThrow('minioadmin');
});

test.each(['0', '-1', '1.5', '5MB'])('a quota of %s is refused', (STORAGE_QUOTA_BYTES) => {
  expect(() => loadEnv(storageSettings, { ...environment, STORAGE_QUOTA_BYTES })).toThrow(
    'STORAGE_QUOTA_BYTES',
  );
});

test('an endpoint with a path is refused: the store behind it could not verify a signature', () => {
  const load = (S3_ENDPOINT: string) => loadEnv(storageSettings, { ...environment, S3_ENDPOINT });
  expect(() => load('https://example.net/storage/s3')).toThrow('S3_ENDPOINT: has a path');
  expect(load('https://example.net/').S3_ADDRESSING).toBe('path');
});
