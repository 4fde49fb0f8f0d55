import { randomUUID } from 'node:crypto';

import { loadEnv } from '@studiolo/service-kit';
import pg from 'pg';

import { type StorageSettings, storageSettings } from '../src/storage.settings.js';

/** A variable that the global setup of the integration tests provides. */
export function provided(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this as an integration test`);
  return value;
}

/** Settings of a storage service that shares only the servers with other test files. */
export function isolatedSettings(): StorageSettings {
  const id = randomUUID().replaceAll('-', '').slice(0, 12);
  return loadEnv(storageSettings, {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    REDIS_URL: ownRedisUrl(),
    TRANSPORT_SIGNING_KEY: 'a key that only the tests of storage know',
    DATABASE_URL: databaseUrl(`storage_test_${id}`),
    S3_ENDPOINT: provided('S3_ENDPOINT'),
    S3_REGION: provided('S3_REGION'),
    S3_ACCESS_KEY: provided('S3_ACCESS_KEY'),
    S3_SECRET_KEY: provided('S3_SECRET_KEY'),
    S3_BUCKET: `storage-test-${id}`,
  });
}

/** A Redis database for each parallel worker; database 0 is for all other uses. */
function ownRedisUrl(): string {
  const url = new URL(provided('REDIS_URL'));
  url.pathname = `/${(Number(process.env.JEST_WORKER_ID ?? 1) % 15) + 1}`;
  return url.href;
}

function databaseUrl(name: string): string {
  const url = new URL(provided('TEST_STORAGE_DATABASE_URL'));
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the database of these settings. */
export async function createDatabase({ DATABASE_URL }: StorageSettings): Promise<void> {
  const { pathname, username } = new URL(DATABASE_URL);
  const adminUrl = new URL(provided('TEST_ADMIN_DATABASE_URL'));
  await administer(adminUrl, `CREATE DATABASE ${pathname.slice(1)}`);
  adminUrl.pathname = pathname;
  await administer(adminUrl, `CREATE SCHEMA storage AUTHORIZATION ${username}`);
}

async function administer(url: URL, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
