import { objectStoreVariables, type Plan } from '@studiolo/infra/stack/plan';

/** Where the replicas of each service answer their operators. */
function opsUrls(plan: Plan): Record<string, string[]> {
  const services = Object.entries(plan.opsPorts).map(([service, ports]) => [
    service,
    ports.map((port) => `http://127.0.0.1:${port}`),
  ]);
  return Object.fromEntries(services) as Record<string, string[]>;
}

/** The variables a whole-stack test reads. */
export function stackVariables(plan: Plan): Record<string, string> {
  return {
    API_URL: plan.apiUrl,
    APP_URL: plan.appUrl,
    MAIL_URL: plan.mailUrl,
    REDIS_URL: plan.redisUrl,
    TEST_ADMIN_DATABASE_URL: plan.adminDatabaseUrl,
    ...objectStoreVariables(plan.objectStore),
    DATA_DIR: plan.dataDir,
    OPS_URLS: JSON.stringify(opsUrls(plan)),
  };
}
