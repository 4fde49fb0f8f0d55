import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { given } from './given.ts';
import { type ObjectStore, SCALABLE, type Scalable } from './plan.ts';
import { ROOT } from './programs.ts';

type Env = Record<string, string | undefined>;

const MOST_REPLICAS = 20;

function port(env: Env, name: string, fallback: number): number {
  const value = Number(given(env[name]) ?? fallback);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new Error(`${name} must be a port number between 1 and 65535.`);
}

function ownObjectStore(env: Env): ObjectStore | undefined {
  if (!env.S3_ENDPOINT) return undefined;
  if (!env.S3_ACCESS_KEY || !env.S3_SECRET_KEY) {
    throw new Error('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY, too.');
  }
  return {
    endpoint: env.S3_ENDPOINT,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    bucket: given(env.S3_BUCKET) ?? 'studiolo',
    region: given(env.S3_REGION) ?? 'us-east-1',
  };
}

/** Reads `storage=3 auth=2`. */
function replicasFrom(words: string[]): Partial<Record<Scalable, number>> {
  const pairs = words.map((word) => {
    const [name = '', count] = word.split('=');
    const number = Number(count);
    const isPart = SCALABLE.some((part) => part === name);
    const isCount = Number.isInteger(number) && number >= 1 && number <= MOST_REPLICAS;
    if (isPart && isCount) return [name, number] as const;
    throw new Error(
      `"${word}" is not a scale. Use name=number, e.g. --scale storage=3 auth=2; names: ${SCALABLE.join(', ')}; numbers: 1 to ${MOST_REPLICAS}.`,
    );
  });
  return Object.fromEntries(pairs);
}

/**
 * Reads the settings of `npm start` from environment and command line.
 * @throws Error that names the first invalid one
 */
export function readStartSettings(env: Env, args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scale: { type: 'string', multiple: true },
      /** Rebuilds and restarts on every change of a source (`npm run dev`). */
      watch: { type: 'boolean', default: false },
      /** Fills one account with sample projects. */
      demo: { type: 'boolean', default: false },
    },
  });
  // Read by `installedServer`, once the start is under way.
  if (!['', 'embedded', 'installed'].includes(env.STORES ?? ''))
    throw new Error('STORES must be embedded or installed, or not set.');
  return {
    dataDir: resolve(ROOT, given(env.DATA_DIR) ?? '.data'),
    host: given(env.HOST) ?? 'localhost',
    ports: {
      app: port(env, 'APP_PORT', 5173),
      api: port(env, 'PORT', 3000),
      mail: port(env, 'MAIL_PORT', 1080),
    },
    own: {
      databaseUrl: given(env.DATABASE_URL),
      migrationsDatabaseUrl: given(env.MIGRATIONS_DATABASE_URL),
      redisUrl: given(env.REDIS_URL),
      objectStore: ownObjectStore(env),
      smtpUrl: given(env.SMTP_URL),
    },
    watches: values.watch,
    replicas: replicasFrom([...(values.scale ?? []), ...positionals]),
    demo: values.demo,
  };
}
