import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import getPort from 'get-port';
import { Redis, type RedisOptions as ClientOptions } from 'ioredis';

import type { makeCertificates } from './certificates.js';
import { eventually } from './eventually.js';

type Certificates = ReturnType<typeof makeCertificates>;

export type RedisKind = 'redis-server' | 'js-redis-server';

const nativeProgram = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

/** The servers available to tests here: always the embedded one, and a native one if installed. */
export const redisKinds: RedisKind[] = nativeProgram
  ? ['redis-server', 'js-redis-server']
  : ['js-redis-server'];

/** Skips tests that need a native server, one that stops, restarts, freezes or runs full, where there is none. */
export function onNative<Tests extends { skip: Tests }>(tests: Tests): Tests {
  if (nativeProgram) return tests;
  console.warn(
    'Tests that need redis-server or valkey-server are skipped: neither is on the PATH.',
  );
  return tests.skip;
}

/** `describe` for such tests. */
export const describeNative = (name: string, tests: () => void): void =>
  onNative(describe)(name, tests);

export interface RedisOptions {
  /** Default: a native server. */
  readonly kind?: RedisKind;
  readonly port?: number;
  /** Keep the data over a restart. */
  readonly persistent?: boolean;
  readonly settings?: readonly string[];
  /** Makes it take TLS connections only. */
  readonly tls?: Certificates | undefined;
  /** Makes it a Sentinel with these lines of configuration. */
  readonly sentinel?: readonly string[];
}

export type RedisProcess = Awaited<ReturnType<typeof prepareRedis>>;

/** A Redis on a free port, which does not run yet. */
export async function prepareRedis(options: RedisOptions = {}) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'transport-redis-'));
  const { port = await freePort(), sentinel, tls } = options;
  const url = `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`;
  const client = tls ? { tls: { ca: tls.ca } } : {};
  if (sentinel) await writeFile(sentinelFile(folder.path), sentinel.join('\n'));
  let child: ChildProcess | undefined;

  /** Sends SIGKILL; data that were not on disk are lost. */
  async function kill(): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  const stop = () => kill().then(() => folder.remove());

  return {
    ...{ port, url, kill, stop, [Symbol.asyncDispose]: stop },
    async launch(): Promise<void> {
      const [program, args] = commandFor(options, port, folder.path);
      child = spawn(program, args, { stdio: 'ignore' });
      await eventually(() => ping(url, client));
    },
    /** Runs commands on a connection of their own. */
    run<Result>(work: (redis: Redis) => Promise<Result>): Promise<Result> {
      const redis = new Redis(url, client);
      return work(redis).finally(() => redis.disconnect());
    },
    get isRunning(): boolean {
      return child?.exitCode === null && child.signalCode === null;
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
  };
}

/** The same, running. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisProcess> {
  const redis = await prepareRedis(options);
  await redis.launch();
  return redis;
}

/** Sentinel stores its state in its configuration file. */
const sentinelFile = (folder: string): string => join(folder, 'sentinel.conf');

function commandFor(
  { kind, persistent, settings = [], sentinel, tls }: RedisOptions,
  port: number,
  folder: string,
): [program: string, args: string[]] {
  if (kind === 'js-redis-server')
    return [process.execPath, [join(import.meta.dirname, 'embedded-redis.mjs'), String(port)]];
  const listening = tls
    ? ['--port', '0', '--tls-port', String(port), ...tlsFiles(tls)]
    : ['--port', String(port)];
  const place = [...listening, '--dir', folder];
  if (sentinel) return [nativeProgram ?? '', [sentinelFile(folder), '--sentinel', ...place]];
  // Written before each answer, which outlives the process; waiting for the disk may take long on a busy machine.
  const durability = persistent ? ['--appendonly', 'yes', '--appendfsync', 'no'] : [];
  return [nativeProgram ?? '', [...place, '--save', '', ...durability, ...settings]];
}

const tlsFiles = ({ caFile, certificateFile, keyFile }: Certificates): string[] => [
  ...['--tls-auth-clients', 'no', '--tls-ca-cert-file', caFile],
  ...['--tls-cert-file', certificateFile, '--tls-key-file', keyFile],
];

async function ping(url: string, client: ClientOptions): Promise<void> {
  const probe = new Redis(url, { ...client, lazyConnect: true, retryStrategy: null });
  probe.on('error', () => undefined);
  await probe.ping().finally(() => probe.disconnect());
}

/** Below the ports of outgoing connections, one of which could take it before a server starts, or while it restarts. */
export const freePort = (): Promise<number> =>
  getPort({ port: Array.from({ length: 20 }, () => randomInt(20_000, 32_768)) });
