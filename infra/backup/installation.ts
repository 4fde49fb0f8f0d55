import { existsSync, readFileSync } from 'node:fs';

import { launchStores } from '../stack/launch.ts';
import { StackLock } from '../stack/lock.ts';
import { makePlan, type ObjectStore, type OwnServers, type Plan } from '../stack/plan.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { readStartSettings } from '../stack/settings.ts';
import { Stack } from '../stack/stack.ts';

type Env = Record<string, string | undefined>;

/** Where the data of one installation are. */
export interface Installation {
  /** PostgreSQL, as a role that may read, drop and make the schemas of all services. */
  databaseUrl: string;
  objectStore: ObjectStore;
  redisUrl: string;
}

export interface OpenInstallation {
  installation: Installation;
  /** Ends what was started for it. */
  close: () => Promise<void>;
}

/** Secrets may come as files, as containers get them. */
const FROM_FILES = ['DATABASE_URL', 'REDIS_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'];

function withFiles(env: Env): Env {
  const read = FROM_FILES.flatMap((name) => {
    const file = env[`${name}_FILE`];
    return file ? [[name, readFileSync(file, 'utf8').trim()]] : [];
  });
  return { ...env, ...(Object.fromEntries(read) as Env) };
}

/** Servers that are all the reader's own; undefined when `npm start` starts some of them. */
function ownInstallation(own: OwnServers): Installation | undefined {
  const { databaseUrl, redisUrl, objectStore } = own;
  if (!databaseUrl || !redisUrl || !objectStore) return undefined;
  return { databaseUrl, redisUrl, objectStore };
}

const ofPlan = ({ adminDatabaseUrl, redisUrl, objectStore }: Plan): Installation => ({
  databaseUrl: adminDatabaseUrl,
  redisUrl,
  objectStore,
});

const elsewhere = (url: string, host: string | undefined): string => {
  const moved = new URL(url);
  if (host !== undefined) moved.host = host;
  return moved.href;
};

/** The stores of a running `npm start`, which has written down where they are. */
function runningInstallation(plan: Plan, addresses: Record<string, string>): Installation {
  const { databaseUrl, redisUrl, objectStore } = ofPlan(plan);
  return {
    databaseUrl: elsewhere(databaseUrl, addresses.database),
    redisUrl: elsewhere(redisUrl, addresses.redis),
    objectStore: {
      ...objectStore,
      endpoint: elsewhere(objectStore.endpoint, addresses.objectStore),
    },
  };
}

/** Starts the stores of a data folder for as long as they are needed. */
async function startStores(plan: Plan): Promise<OpenInstallation> {
  const lock = await StackLock.take(plan.dataDir);
  process.once('exit', () => lock.release());
  const stack = new Stack(plan);
  const close = async () => {
    await stack.stop();
    lock.release();
  };
  try {
    await launchStores(stack);
  } catch (error) {
    await close();
    throw error;
  }
  return { installation: ofPlan(plan), close };
}

/**
 * Finds the installation to work on: the servers that DATABASE_URL, REDIS_URL and S3_ENDPOINT name, or those of
 * `npm start` in DATA_DIR, which are started if they do not run.
 * @throws if `npm start` runs and the work needs it not to
 */
export async function openInstallation(
  env: Env,
  { mayRun }: { mayRun: boolean },
): Promise<OpenInstallation> {
  const { own, dataDir } = readStartSettings(withFiles(env), []);
  const installation = ownInstallation(own);
  if (installation) return { installation, close: () => Promise.resolve() };
  const running = StackLock.running(dataDir);
  if (running && !mayRun) {
    throw new Error(
      `Studiolo runs on ${dataDir}. End it first, or set DATA_DIR to another folder.`,
    );
  }
  if (mayRun && !existsSync(dataDir)) {
    throw new Error(
      `There is no installation in ${dataDir}. Set DATA_DIR, or name your own servers.`,
    );
  }
  const secrets = await loadSecrets(dataDir);
  const plan = await makePlan({ dataDir, secrets, environment: 'development', own });
  if (!running) return startStores(plan);
  return {
    installation: runningInstallation(plan, running),
    close: () => Promise.resolve(),
  };
}
