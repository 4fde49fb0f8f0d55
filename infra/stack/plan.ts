import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { given } from './given.ts';
import { availablePort, availablePorts } from './ports.ts';
import { installedServer } from './programs.ts';
import { loadSecrets } from './secrets.ts';

export const SERVICES = ['auth', 'projects', 'storage'] as const;
export type Service = (typeof SERVICES)[number];
export const SCALABLE = [...SERVICES, 'gateway'] as const;
export type Scalable = (typeof SCALABLE)[number];

export interface ObjectStore {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region: string;
}

/** The variables by which processes find an object store. */
export const objectStoreVariables = (store: ObjectStore): Record<string, string> => ({
  S3_ENDPOINT: store.endpoint,
  S3_ACCESS_KEY: store.accessKey,
  S3_SECRET_KEY: store.secretKey,
  S3_BUCKET: store.bucket,
  S3_REGION: store.region,
});

/** Servers of your own; each replaces one that the stack would start. */
export interface OwnServers {
  databaseUrl?: string | undefined;
  /** The same server without its pooler. */
  migrationsDatabaseUrl?: string | undefined;
  redisUrl?: string | undefined;
  objectStore?: ObjectStore | undefined;
  smtpUrl?: string | undefined;
}

/** The request for a stack; by default each port is a free one and each part has one replica. */
export interface PlanRequest {
  dataDir: string;
  /** `test` trades crash safety of the stores for speed, and restarts a store that dies, which otherwise ends the stack. */
  environment: 'development' | 'test';
  /** The address on which app, API and mail inbox are open; by default `localhost`, both of its addresses. */
  host?: string;
  own?: OwnServers;
  ports?: Partial<Record<'app' | 'api' | 'mail', number>>;
  replicas?: Partial<Record<Scalable, number>>;
  /** Settings passed unchanged to every service, e.g. `RATE_LIMITS`. */
  passed?: Record<string, string>;
}

/** All addresses, ports and settings of one stack, determined before its first process starts. */
export type Plan = Awaited<ReturnType<typeof makePlan>>;

/**
 * The object store of a data folder: MinIO when it is on the PATH, otherwise s3rver. Neither reads the other's files,
 * so a folder keeps its first one.
 */
function programFor(dataDir: string): 'minio' | 's3rver' {
  if (existsSync(join(dataDir, 's3rver'))) return 's3rver';
  const isInstalled = installedServer('minio') !== undefined;
  if (existsSync(join(dataDir, 'minio')) && !isInstalled) {
    throw new Error(
      `MinIO stored the files in ${dataDir}, but "minio" is not on the PATH any more, or STORES=embedded forbids it. Install it, or set DATA_DIR to another folder.`,
    );
  }
  return isInstalled ? 'minio' : 's3rver';
}

/** Addresses that stand for all of a machine's, so that none of them can be told to a browser. */
const ALL_ADDRESSES = new Set(['0.0.0.0', '::']);

/** An address as URLs have it. */
const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The ports that were asked for, and free ones for all else. */
async function choosePorts({ environment, ports }: PlanRequest, gateways: number) {
  const { app, api, mail } = ports ?? {};
  const apiPorts =
    api === undefined
      ? await availablePorts(gateways)
      : Array.from({ length: gateways }, (_, index) => api + index);
  const asked = [app ?? 0, mail ?? 0, ...apiPorts];
  // Stores use the same port at each start if it is free, so that a client left open can reconnect.
  const kept = (port: number) => availablePort(environment === 'test' ? undefined : port, asked);
  return {
    apiPorts,
    app: app ?? (await availablePort()),
    mail: mail ?? (await availablePort()),
    postgres: await kept(54320),
    redis: await kept(63790),
    objectStore: await kept(9000),
    smtp: await kept(10250),
  };
}

/** Determines the ports, addresses and replicas of a stack, with the secrets of its data folder. */
export async function makePlan(request: PlanRequest) {
  const { dataDir, environment, own = {}, passed = {}, replicas = {} } = request;
  const { host = 'localhost' } = request;
  const site = `http://${ALL_ADDRESSES.has(host) ? 'localhost' : inUrl(host)}`;
  const secrets = await loadSecrets(dataDir);
  const objectStoreProgram = own.objectStore ? 's3rver' : programFor(dataDir);
  const gateways = replicas.gateway ?? 1;
  const { apiPorts, ...ports } = await choosePorts(request, gateways);
  const keys = { accessKey: 'studiolo', secretKey: secrets.objectStoreSecretKey };
  const endpoint = `http://127.0.0.1:${ports.objectStore}`;
  return {
    ...{ dataDir, environment, host, secrets, own, passed, ports, objectStoreProgram },
    /** The origin, but for the port, at which this process reaches app, API and mail inbox. */
    reachableAt: site.replace('localhost', '127.0.0.1'),
    /** One per gateway. */
    apiPorts,
    /** One per replica: the port on which it answers `/health/status`. */
    opsPorts: {
      auth: await availablePorts(replicas.auth ?? 1),
      projects: await availablePorts(replicas.projects ?? 1),
      storage: await availablePorts(replicas.storage ?? 1),
      gateway: await availablePorts(gateways),
    },
    adminDatabaseUrl:
      own.migrationsDatabaseUrl ??
      own.databaseUrl ??
      `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`,
    /** Connections of each replica of a service. The service refuses what is no number. */
    databasePoolSize: given(process.env.DATABASE_POOL_SIZE) ?? '10',
    redisUrl: own.redisUrl ?? `redis://127.0.0.1:${ports.redis}`,
    objectStore: own.objectStore ?? { endpoint, ...keys, bucket: 'studiolo', region: 'us-east-1' },
    smtpUrl: own.smtpUrl ?? `smtp://127.0.0.1:${ports.smtp}`,
    apiUrl: `${site}:${apiPorts[0]}`,
    appUrl: `${site}:${ports.app}`,
    mailUrl: `${site}:${ports.mail}`,
  };
}

export function serviceDatabaseUrl(
  plan: Plan,
  service: Service,
  server = plan.own.databaseUrl ?? plan.adminDatabaseUrl,
): string {
  const url = new URL(server);
  url.username = databaseRole(service);
  url.password = plan.secrets.databasePasswords[service];
  return url.href;
}

/** The host, or several separated by commas, which `URL` cannot parse. */
const hostsOf = (address: string): string =>
  /^[^:]+:\/\/(?:[^@/]*@)?(?<hosts>[^/?#]*)/.exec(address)?.groups?.hosts ?? '';

/** The addresses of a running stack, for other programs on this machine; without secrets. */
export const addressesOf = (plan: Plan): Record<string, string> => ({
  app: plan.appUrl,
  api: plan.apiUrl,
  mail: plan.mailUrl,
  database: hostsOf(plan.adminDatabaseUrl),
  redis: hostsOf(plan.redisUrl),
  objectStore: new URL(plan.objectStore.endpoint).host,
});

export const databaseRole = (service: Service): string => `studiolo_${service}`;

export const dataFolder = (plan: Plan, name: string): string => join(plan.dataDir, name);
