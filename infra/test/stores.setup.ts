// Starts the real stores once for all integration tests of a run, on free ports and in a folder of their own.
// Test files share them, at the same time or one after another: each uses rows, keys and addresses of its own.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchStores } from '../stack/launch.ts';
import { makePlan, type Plan, serviceDatabaseUrl } from '../stack/plan.ts';
import { loadSecrets } from '../stack/secrets.ts';
import stopStores from './stores.teardown.ts';
import { Stack } from '../stack/stack.ts';

/** The variables an integration test reads. */
function variables(plan: Plan): Record<string, string> {
  return {
    TEST_AUTH_DATABASE_URL: serviceDatabaseUrl(plan, 'auth'),
    TEST_PROJECTS_DATABASE_URL: serviceDatabaseUrl(plan, 'projects'),
    TEST_STORAGE_DATABASE_URL: serviceDatabaseUrl(plan, 'storage'),
    TEST_ADMIN_DATABASE_URL: plan.adminDatabaseUrl,
    REDIS_URL: plan.redisUrl,
    S3_ENDPOINT: plan.objectStore.endpoint,
    S3_ACCESS_KEY: plan.objectStore.accessKey,
    S3_SECRET_KEY: plan.objectStore.secretKey,
    S3_BUCKET: plan.objectStore.bucket,
    S3_REGION: plan.objectStore.region,
    SMTP_URL: plan.smtpUrl,
    MAIL_URL: plan.mailUrl,
  };
}

export default async function startStores(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studiolo-stores-'));
  const plan = await makePlan({
    dataDir,
    secrets: await loadSecrets(dataDir),
    environment: 'test',
  });
  const stack = new Stack(plan);
  globalThis.testStack = stack;
  try {
    await launchStores(stack);
  } catch (error) {
    await stopStores();
    throw error;
  }
  Object.assign(process.env, variables(plan));
}
