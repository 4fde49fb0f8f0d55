import { generateKeyPairSync, randomUUID } from 'node:crypto';

import { environment } from '@studiolo/testing/environment';
import { Redis } from 'ioredis';
import pg from 'pg';

const { privateKey } = generateKeyPairSync('ed25519');
const APP_URL = 'https://studiolo.test';

/**
 * The stores of one auth service in a test: a database and a Redis database of its own, so that files can run in
 * parallel.
 */
export interface TestEnvironment {
  readonly variables: Record<string, string>;
  remove(): Promise<void>;
}

export async function createEnvironment(): Promise<TestEnvironment> {
  const name = `auth_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = new URL(environment('TEST_ADMIN_DATABASE_URL'));
  await onServer((server) => server.query(`CREATE DATABASE ${name}`));
  databaseUrl.pathname = `/${name}`;
  await onServer((server) => server.query('CREATE SCHEMA auth'), databaseUrl.href);
  return {
    variables: {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      DATABASE_URL: databaseUrl.href,
      REDIS_URL: await emptyRedisUrl(),
      TRANSPORT_SIGNING_KEY: randomUUID(),
      MAIL_TOKEN_KEY: randomUUID(),
      JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      APP_URL,
      SMTP_URL: environment('SMTP_URL'),
      MAIL_FROM: 'Studiolo <hello@studiolo.test>',
    },
    remove: () =>
      onServer((server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`)).then(
        () => undefined,
      ),
  };
}

async function onServer<Result>(
  work: (server: pg.Client) => Promise<Result>,
  connectionString = environment('TEST_ADMIN_DATABASE_URL'),
): Promise<Result> {
  const server = new pg.Client({ connectionString });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

const REDIS_DATABASES = 15;

/** The next of Redis' numbered databases, emptied; number 0 is for tests that need no database of their own. */
async function emptyRedisUrl(): Promise<string> {
  const redis = new Redis(environment('REDIS_URL'));
  const number = ((await redis.incr('test-redis-databases')) % REDIS_DATABASES) + 1;
  await redis.select(number);
  await redis.flushdb();
  await redis.quit();
  const url = new URL(environment('REDIS_URL'));
  url.pathname = `/${number}`;
  return url.href;
}
