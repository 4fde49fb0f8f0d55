// Jest runs test files side by side, each in a worker. Every worker has a Redis, a database and a bucket of its own, so
// that a file sees no streams, rows and objects of others, and may empty or break its own.
import { join } from 'node:path';

import { prepareBucket } from '@studiolo/infra/stack/bucket';
import { onDatabase } from '@studiolo/infra/stack/database';
import type { Part } from '@studiolo/infra/stack/parts';
import { objectStoreVariables, type Plan, serviceDatabaseUrl } from '@studiolo/infra/stack/plan';
import { availablePort } from '@studiolo/infra/stack/ports';
import { prepareDatabase } from '@studiolo/infra/stack/prepare-stores';
import { STORES } from '@studiolo/infra/stack/stores';

/** The plan of the shared servers, with the Redis, database and bucket of one worker; workers count from 1. */
export async function workerPlan(plan: Plan, worker: number): Promise<Plan> {
  const redis = await availablePort();
  const database = new URL(plan.adminDatabaseUrl);
  database.pathname = `/worker_${worker}`;
  return {
    ...plan,
    dataDir: join(plan.dataDir, `worker-${worker}`),
    ports: { ...plan.ports, redis },
    redisUrl: `redis://127.0.0.1:${redis}`,
    adminDatabaseUrl: database.href,
    objectStore: { ...plan.objectStore, bucket: `${plan.objectStore.bucket}-${worker}` },
  };
}

/** The servers of a test run: one Redis for each worker, one of every other store. */
export function storesOf(workers: Plan[]): Part[] {
  return STORES.flatMap((part) =>
    part.name === 'redis' ? workers.map((own, index) => redisOf(part, own, index + 1)) : part,
  );
}

const redisOf = (redis: Part, own: Plan, worker: number): Part => ({
  ...redis,
  name: `redis-${worker}`,
  folder: `worker-${worker}/redis`,
  command: () => redis.command(own, 0),
  ready: () => redis.ready(own, 0),
});

/** Makes what belongs to one worker on the shared servers. */
export async function prepareWorker(plan: Plan, own: Plan): Promise<void> {
  const name = new URL(own.adminDatabaseUrl).pathname.slice(1);
  await onDatabase(plan.adminDatabaseUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  await prepareDatabase(own);
  await prepareBucket(own.objectStore);
}

/** The variables an integration test reads. */
export function variablesOf(plan: Plan): Record<string, string> {
  return {
    TEST_AUTH_DATABASE_URL: serviceDatabaseUrl(plan, 'auth'),
    TEST_PROJECTS_DATABASE_URL: serviceDatabaseUrl(plan, 'projects'),
    TEST_STORAGE_DATABASE_URL: serviceDatabaseUrl(plan, 'storage'),
    TEST_ADMIN_DATABASE_URL: plan.adminDatabaseUrl,
    REDIS_URL: plan.redisUrl,
    ...objectStoreVariables(plan.objectStore),
    SMTP_URL: plan.smtpUrl,
    MAIL_URL: plan.mailUrl,
  };
}
