import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Command } from './child.ts';
import { given } from './given.ts';
import type { Part } from './parts.ts';
import {
  dataFolder,
  objectStoreVariables,
  type Plan,
  type Scalable,
  type Service,
  serviceDatabaseUrl,
  SERVICES,
} from './plan.ts';
import {
  lightProgram,
  MAPPINGS_ABOVE_CHUNKS,
  packageScript,
  ROOT,
  SMALL_MAPPINGS,
  thriftyMalloc,
} from './programs.ts';
import { answersOk } from './readiness.ts';

const TITLES: Record<Service, string> = { auth: 'Auth', projects: 'Projects', storage: 'Storage' };

function commonSettings(plan: Plan, opsPort: number, shutdownMs: number): Record<string, string> {
  return {
    NODE_ENV: plan.environment,
    REDIS_URL: plan.redisUrl,
    TRANSPORT_SIGNING_KEY: plan.secrets.transportSigningKey,
    OPS_PORT: String(opsPort),
    // Metrics are not published on the networks of this machine.
    OPS_HOST: '127.0.0.1',
    SHUTDOWN_TIMEOUT_MS: String(shutdownMs),
    // Without Node's compile cache, which a process keeps in memory for as long as it runs.
    ...thriftyMalloc(SMALL_MAPPINGS),
  };
}

const OWN_SETTINGS: Record<Service, (plan: Plan) => Record<string, string>> = {
  auth: (plan) => ({
    JWT_PRIVATE_KEY: plan.secrets.jwtPrivateKey,
    MAIL_TOKEN_KEY: plan.secrets.mailTokenKey,
    APP_URL: plan.appUrl,
    SMTP_URL: plan.smtpUrl,
    MAIL_FROM: given(process.env.MAIL_FROM) ?? 'Studiolo <hello@studiolo.local>',
  }),
  projects: () => ({}),
  storage: ({ objectStore }) => objectStoreVariables(objectStore),
};

const opsPort = (plan: Plan, part: Scalable, replica: number): number => {
  const port = plan.opsPorts[part][replica];
  if (port === undefined) throw new Error(`${part} has no replica ${replica}`);
  return port;
};

/**
 * MiB of each half of the heap's young generation, 16 by default. A larger one is collected less often, which saves
 * time under load. But an idle process, too, accumulates that much garbage, and in the gateway such garbage keeps the
 * bytes of uploads in memory.
 */
const SEMI_SPACE_MIB: Record<Scalable, number> = { gateway: 8, auth: 8, projects: 32, storage: 32 };

const nodeProgram = (part: Scalable, folder: string, env: Record<string, string>): Command => ({
  file: process.execPath,
  args: [
    ...['--expose-gc', `--max-semi-space-size=${SEMI_SPACE_MIB[part]}`],
    // `rest.mjs` collects instead. A heap that V8 itself has collected at rest grows only by small steps afterwards: a busy
    // process then collects its old objects more than once a second.
    '--no-memory-reducer',
    ...['--import', new URL('rest.mjs', import.meta.url).href],
    ...['--import', '@studiolo/service-kit/source-maps', join(ROOT, folder, 'dist', 'main.js')],
  ],
  env,
});

function servicePart(service: Service): Part {
  return {
    name: service,
    title: TITLES[service],
    tier: 'service',
    replicas: (plan) => plan.opsPorts[service].length,
    command: (plan, replica) =>
      nodeProgram(service, `services/${service}`, {
        ...commonSettings(plan, opsPort(plan, service, replica), 2_500),
        DATABASE_URL: serviceDatabaseUrl(plan, service),
        DATABASE_POOL_SIZE: plan.databasePoolSize,
        ...(plan.own.migrationsDatabaseUrl !== undefined && {
          // Migrations set up the role that they log in with, which is each service's own.
          MIGRATIONS_DATABASE_URL: serviceDatabaseUrl(
            plan,
            service,
            plan.own.migrationsDatabaseUrl,
          ),
        }),
        ...OWN_SETTINGS[service](plan),
        ...plan.passed,
      }),
    ready: (plan, replica) =>
      answersOk(`http://127.0.0.1:${opsPort(plan, service, replica)}/health/status`),
  };
}

const gateway: Part = {
  name: 'gateway',
  title: 'Gateway',
  tier: 'edge',
  replicas: (plan) => plan.apiPorts.length,
  command: (plan, replica) =>
    nodeProgram('gateway', 'gateway', {
      ...commonSettings(plan, opsPort(plan, 'gateway', replica), 3_000),
      ...thriftyMalloc(MAPPINGS_ABOVE_CHUNKS),
      PORT: String(plan.apiPorts[replica]),
      HOST: plan.host,
      // A longer one would outlast the time that the stack gives the gateway to end.
      SHUTDOWN_DELAY_MS: '0',
      APP_URL: plan.appUrl,
      JWT_PUBLIC_KEY: plan.secrets.jwtPublicKey,
      ...plan.passed,
    }),
  ready: (plan, replica) =>
    answersOk(`${plan.reachableAt}:${plan.apiPorts[replica]}/health/status`),
  address: (plan) => plan.apiUrl,
};

/** Copies the built pages to the folder, in a process of its own: compressing takes memory that this one would keep. */
async function publishPages(folder: string): Promise<void> {
  const built = join(ROOT, 'frontend', 'dist');
  const { file, args, env } = lightProgram('web/publish.ts', 1, { args: [built, folder] });
  await promisify(execFile)(file, args, { env: { ...process.env, ...env } });
}

const web: Part = {
  name: 'web',
  title: 'Front end',
  tier: 'edge',
  command: async (plan) => {
    const folder = dataFolder(plan, 'pages');
    await publishPages(folder);
    return lightProgram('web/server.ts', 1, {
      env: {
        PORT: String(plan.ports.app),
        HOST: plan.host,
        API_URL: plan.apiUrl,
        WEB_ROOT: folder,
      },
    });
  },
  ready: (plan) => answersOk(`${plan.reachableAt}:${plan.ports.app}/`),
  address: (plan) => plan.appUrl,
};

const devWeb: Part = {
  ...web,
  command: (plan) => ({
    file: process.execPath,
    args: [
      packageScript('vite', 'bin/vite.js'),
      ...['--host', plan.host, '--port', String(plan.ports.app), '--strictPort'],
    ],
    cwd: join(ROOT, 'frontend'),
    env: { NODE_ENV: 'development', API_URL: plan.apiUrl },
  }),
};

const backEnd: Part[] = [...SERVICES.map(servicePart), gateway];

export const APPLICATION: Part[] = [...backEnd, web];

/** The processes of Studiolo with the front end served from its sources. */
export const DEV_APPLICATION: Part[] = [...backEnd, devWeb];
