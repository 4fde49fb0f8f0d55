import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { NatsServer } from '@studiolo/testing/nats-server';
import { nestPackages } from '@studiolo/testing/packed-package';
import { freePort, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

import {
  checkConformance,
  type ConformanceOptions,
  type Verdict,
} from '../../src/conformance/index.js';
import { checkInstalled } from './check-installed.js';

const register = join(import.meta.dirname, '../../../testing/src/run-typescript.mjs');

/** What messages go through. */
type Broker = Pick<ConformanceOptions, 'address' | 'restartBroker'> & {
  readonly stop: () => Promise<void>;
};

interface Subject {
  readonly title: string;
  /** The adapter's file. */
  readonly adapter: string;
  readonly startBroker: () => Promise<Broker>;
  /** Of npm, beside which the package is installed for the check. Default: it runs in the workspace. */
  readonly packages?: readonly string[];
  /** Milliseconds after which what has not happened counts as never. Default: that of the kit. */
  readonly withinMs?: number;
}

const COMMON = ['reflect-metadata@0.2.2', 'rxjs@7.8.2'];

export const SUBJECTS = {
  streams: { title: 'this package', adapter: 'streams.ts', startBroker: startRedis },
  'nest-redis': { title: "Nest's Redis", adapter: 'nest-redis.ts', startBroker: startRedis },
  'nest-tcp': { title: "Nest's TCP", adapter: 'nest-tcp.ts', startBroker: findPort },
  'de-novo': {
    title: '@de-novo/nestjs-redis-streams 0.0.4',
    adapter: 'de-novo.mjs',
    startBroker: startRedis,
    // It asks for Nest 9 or 10.
    packages: ['@de-novo/nestjs-redis-streams@0.0.4', ...nestPackages('10.4.22'), ...COMMON],
  },
  jetstream: {
    title: '@horizon-republic/nestjs-jetstream 1.0.6',
    adapter: 'jetstream.mjs',
    startBroker: startNats,
    packages: [
      ...['@horizon-republic/nestjs-jetstream@1.0.6', 'nats@2.29.3', 'uuid@11.1.1'],
      ...[...nestPackages('11.2.6'), ...COMMON],
    ],
    // Its client notices after half a minute that a consumer is gone.
    withinMs: 60_000,
  },
} satisfies Record<string, Subject>;

export type SubjectName = keyof typeof SUBJECTS;

async function startRedis(): Promise<Broker> {
  const kind = redisKinds[0] ?? 'js-redis-server';
  const redis = await RedisProcess.start(kind, { persistent: kind === 'redis-server' });
  const restartBroker = async (keepData: boolean) => {
    if (!keepData) await redis.run((commands) => commands.flushall());
    await redis.kill();
    await redis.launch();
  };
  const broker = { address: redis.url, stop: () => redis.stop() };
  // Only this server keeps its data.
  return kind === 'redis-server' ? { ...broker, restartBroker } : broker;
}

async function startNats(): Promise<Broker> {
  const nats = await NatsServer.start();
  return {
    address: `127.0.0.1:${nats.port}`,
    restartBroker: (keepData) => nats.restart(keepData),
    stop: () => nats.stop(),
  };
}

async function findPort(): Promise<Broker> {
  return { address: await freePort(), stop: () => Promise.resolve() };
}

/** The verdicts on a transport, on a broker of its own. `adapter` replaces the transport's own one. */
export async function* check(
  name: SubjectName,
  given: Pick<ConformanceOptions, 'only' | 'withinMs'> & { readonly adapter?: string } = {},
): AsyncGenerator<Verdict> {
  const subject: Subject = SUBJECTS[name];
  const { packages, startBroker, ...defaults } = subject;
  const { stop, ...broker } = await startBroker();
  const { adapter, ...options } = { ...defaults, ...broker, ...given };
  try {
    if (packages) {
      yield* checkInstalled(packages, { ...options, adapter });
      return;
    }
    yield* checkConformance({
      ...options,
      adapter: pathToFileURL(join(import.meta.dirname, adapter)),
      execArgv: ['--import', register],
    });
  } finally {
    await stop();
  }
}
