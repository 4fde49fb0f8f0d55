import type { Command } from './child.ts';
import type { Part } from './parts.ts';
import { dataFolder, type Plan } from './plan.ts';
import { postgresCommand } from './postgres.ts';
import { installedServer, lightProgram, MAPPINGS_ABOVE_CHUNKS, thriftyMalloc } from './programs.ts';
import { answersOk, databaseAnswers, portAnswers, redisAnswers } from './readiness.ts';

function redisCommand(plan: Plan): Command {
  const server = installedServer('redis-server', 'valkey-server');
  if (server === undefined) {
    return lightProgram('stack/embedded-redis.ts', 4, { args: [String(plan.ports.redis)] });
  }
  const port = ['--port', String(plan.ports.redis)];
  const durability = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  // Eviction would lose entries of streams and queues.
  const policy = ['--maxmemory-policy', 'noeviction', '--dir', dataFolder(plan, 'redis')];
  return { file: server, args: [...port, '--bind', '127.0.0.1', ...durability, ...policy] };
}

function objectStoreCommand(plan: Plan): Command {
  const { objectStore, objectStoreProgram } = plan;
  const port = String(plan.ports.objectStore);
  if (objectStoreProgram === 'minio') {
    const address = ['--address', `127.0.0.1:${port}`, '--console-address', '127.0.0.1:0'];
    return {
      file: 'minio',
      args: ['server', dataFolder(plan, 'minio'), ...address],
      env: { MINIO_ROOT_USER: objectStore.accessKey, MINIO_ROOT_PASSWORD: objectStore.secretKey },
    };
  }
  return lightProgram('object-store/server.ts', 2, {
    env: {
      ...thriftyMalloc(MAPPINGS_ABOVE_CHUNKS),
      FOLDER: dataFolder(plan, 's3rver'),
      PORT: port,
      ACCESS_KEY: objectStore.accessKey,
      SECRET_KEY: objectStore.secretKey,
    },
  });
}

const mailCommand = (plan: Plan): Command =>
  lightProgram('mail-inbox/server.ts', 1, {
    env: {
      MAIL_FOLDER: dataFolder(plan, 'mail'),
      SMTP_PORT: String(plan.ports.smtp),
      PORT: String(plan.ports.mail),
      HOST: plan.host,
    },
  });

export const STORES: Part[] = [
  {
    name: 'postgres',
    title: 'PostgreSQL',
    tier: 'store',
    replacedBy: 'databaseUrl',
    command: postgresCommand,
    ready: (plan) => databaseAnswers(plan.adminDatabaseUrl),
    address: (plan) => `127.0.0.1:${plan.ports.postgres}`,
  },
  {
    name: 'redis',
    title: 'Redis',
    tier: 'store',
    replacedBy: 'redisUrl',
    folder: 'redis',
    command: redisCommand,
    ready: (plan) => redisAnswers(plan.ports.redis),
    address: (plan) => `127.0.0.1:${plan.ports.redis}`,
  },
  {
    name: 'object-store',
    title: 'Object store',
    tier: 'store',
    replacedBy: 'objectStore',
    command: objectStoreCommand,
    ready: (plan) => portAnswers(plan.ports.objectStore),
    address: (plan) => plan.objectStore.endpoint,
  },
  {
    name: 'mail',
    title: 'Mail inbox',
    tier: 'store',
    replacedBy: 'smtpUrl',
    folder: 'mail',
    command: mailCommand,
    ready: (plan) => answersOk(`${plan.reachableAt}:${plan.ports.mail}/healthz`),
    address: (plan) => plan.mailUrl,
  },
];
