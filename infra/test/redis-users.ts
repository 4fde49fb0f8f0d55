import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Redis } from 'ioredis';

import { availablePort } from '../stack/ports.ts';
import { findProgram, ROOT } from '../stack/programs.ts';
import type { Sandbox } from './sandbox.ts';

/** The users of the bundled Redis, which the secrets of compose and the chart make. */
export const REDIS_USERS = ['gateway', 'auth', 'projects', 'storage'] as const;
export type RedisUser = (typeof REDIS_USERS)[number];

/** A Redis with the users of compose; gives the address of each, and that of the administrator. */
export async function startRedisWithUsers(sandbox: Sandbox) {
  const secrets = join(sandbox.folder, 'secrets');
  execFileSync(process.execPath, [join(ROOT, 'infra', 'compose', 'secrets.mjs')], {
    env: { SECRETS_ROOT: secrets, COMPOSE_PROFILES: 'inbox', REDIS_USERS: USERS_FILE },
  });
  const read = (name: string) => readFileSync(join(secrets, name), 'utf8');
  const port = await availablePort();
  const here = `127.0.0.1:${port}`;
  const administrator = `redis://:${read('backup/redis_password')}@${here}`;
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', sandbox.folder];
  const users = ['--save', '', '--aclfile', join(secrets, 'redis', 'users.acl')];
  const command = {
    file: findProgram('redis-server') ?? findProgram('valkey-server') ?? '',
    args: [...place, ...users],
  };
  await sandbox.run('redis', command, () => onRedisAs(administrator, (redis) => redis.ping()));
  return {
    administrator,
    urlOf: (user: RedisUser) => read(`${user}/redis_url`).replace('redis:6379', here),
    /** Without login. */
    anonymous: `redis://${here}`,
  };
}

const USERS_FILE = join(ROOT, 'infra', 'helm', 'studiolo', 'files', 'redis-users.acl');

/** Runs commands on a connection of its own. */
export async function onRedisAs<Result>(
  url: string,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  // A user without rights cannot be asked whether its server is ready.
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
