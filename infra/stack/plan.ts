import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { availablePort } from './ports.ts';
import { installedServer } from './programs.ts';
import type { Secrets } from './secrets.ts';

export const SERVICES = ['auth', 'projects', 'storage'] as const;
export type Service = (typeof SERVICES)[number];
export type Scalable = Service | 'gateway';

/** Connection settings of an S3 store. */
export interface ObjectStore {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region: string;
}

/** Servers of the reader's own, each taking the place of one the stack would start. */
export interface OwnServers {
  databaseUrl?: string | undefined;
  redisUrl?: string | undefined;
  objectStore?: ObjectStore | undefined;
  smtpUrl?: string | undefined;
}

/** What a stack is asked to be; everything left out gets a free port or one replica. */
export interface PlanRequest {
  dataDir: string;
  secrets: Secrets;
  /** `test` trades crash safety of the stores for speed. */
  environment: 'development' | 'test';
  own?: OwnServers;
  ports?: Partial<Record<'app' | 'api' | 'mail', number>>;
  replicas?: Partial<Record<Scalable, number>>;
  /** Settings handed to every service as they are, e.g. `RATE_LIMITS`. */
  passed?: Record<string, string>;
  /** True starts a dead store again instead of ending the stack; for fault tests. */
  restartsStores?: boolean;
}

/** Every address and number of one stack, settled before its first process starts. */
export interface Plan {
  dataDir: string;
  environment: 'development' | 'test';
  secrets: Secrets;
  own: OwnServers;
  passed: Record<string, string>;
  /** The same for one service; for tests that put something between it and its stores. */
  passedTo: Partial<Record<Scalable, Record<string, string>>>;
  restartsStores: boolean;
  ports: Record<'app' | 'mail' | 'postgres' | 'redis' | 'objectStore' | 'smtp', number>;
  /** One entry per replica: where it answers `/health/status`. */
  opsPorts: Record<Scalable, number[]>;
  /** One entry per gateway. */
  apiPorts: number[];
  adminDatabaseUrl: string;
  redisUrl: string;
  objectStore: ObjectStore;
  /** What keeps the files unless a store of the reader's own does. */
  objectStoreProgram: 'minio' | 's3rver';
  smtpUrl: string;
  apiUrl: string;
  appUrl: string;
  mailUrl: string;
}

const several = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => availablePort()));

async function storePorts(request: PlanRequest): Promise<Plan['ports']> {
  // Stores keep their port from start to start where they can, so that a client left open finds them again.
  const kept = (port: number) => availablePort(request.environment === 'test' ? undefined : port);
  return {
    app: request.ports?.app ?? (await availablePort()),
    mail: request.ports?.mail ?? (await availablePort()),
    postgres: await kept(54320),
    redis: await kept(63790),
    objectStore: await kept(9000),
    smtp: await kept(10250),
  };
}

async function gatewayPorts(request: PlanRequest): Promise<number[]> {
  const count = request.replicas?.gateway ?? 1;
  const first = request.ports?.api;
  return first === undefined
    ? several(count)
    : Array.from({ length: count }, (_, index) => first + index);
}

/**
 * The object store of a data folder: MinIO when it is on the PATH, else s3rver. Their files cannot be exchanged,
 * so a folder stays with the one it began with.
 */
function objectStoreProgram({ dataDir, own }: PlanRequest): 'minio' | 's3rver' {
  if (own?.objectStore || existsSync(join(dataDir, 's3rver'))) return 's3rver';
  const isInstalled = installedServer('minio') !== undefined;
  if (existsSync(join(dataDir, 'minio')) && !isInstalled) {
    throw new Error(
      `The files in ${dataDir} are kept by MinIO, and "minio" is not on the PATH any more, or STORES=embedded forbids it. Put it back, or set DATA_DIR to another folder.`,
    );
  }
  return isInstalled ? 'minio' : 's3rver';
}

function localObjectStore(
  port: number,
  program: Plan['objectStoreProgram'],
  secrets: Secrets,
): ObjectStore {
  // s3rver knows this one pair of keys only.
  const keys =
    program === 'minio'
      ? { accessKey: 'studiolo', secretKey: secrets.objectStoreSecretKey }
      : { accessKey: 'S3RVER', secretKey: 'S3RVER' };
  return { endpoint: `http://127.0.0.1:${port}`, ...keys, bucket: 'studiolo', region: 'us-east-1' };
}

/** Settles ports, addresses and replicas of a stack. */
export async function makePlan(request: PlanRequest): Promise<Plan> {
  const { secrets, own = {}, replicas = {} } = request;
  const program = objectStoreProgram(request);
  const ports = await storePorts(request);
  const apiPorts = await gatewayPorts(request);
  return {
    dataDir: request.dataDir,
    environment: request.environment,
    secrets,
    own,
    passed: request.passed ?? {},
    passedTo: {},
    restartsStores: request.restartsStores ?? false,
    objectStoreProgram: program,
    ports,
    apiPorts,
    opsPorts: {
      auth: await several(replicas.auth ?? 1),
      projects: await several(replicas.projects ?? 1),
      storage: await several(replicas.storage ?? 1),
      gateway: await several(apiPorts.length),
    },
    adminDatabaseUrl:
      own.databaseUrl ??
      `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`,
    redisUrl: own.redisUrl ?? `redis://127.0.0.1:${ports.redis}`,
    objectStore: own.objectStore ?? localObjectStore(ports.objectStore, program, secrets),
    smtpUrl: own.smtpUrl ?? `smtp://127.0.0.1:${ports.smtp}`,
    apiUrl: `http://localhost:${apiPorts[0]}`,
    appUrl: `http://localhost:${ports.app}`,
    mailUrl: `http://localhost:${ports.mail}`,
  };
}

/** The address of the database as one service sees it: its own role, its own schema. */
export function serviceDatabaseUrl(plan: Plan, service: Service): string {
  const url = new URL(plan.adminDatabaseUrl);
  url.username = databaseRole(service);
  url.password = plan.secrets.databasePasswords[service];
  return url.href;
}

/** The host, or several with commas between them, which no `URL` reads. */
const hostsOf = (address: string): string =>
  /^[^:]+:\/\/(?:[^@/]*@)?(?<hosts>[^/?#]*)/.exec(address)?.groups?.hosts ?? '';

/** Where a running stack is found, for other programs of this machine; without any secret. */
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
