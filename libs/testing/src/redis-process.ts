import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import getPort from 'get-port';
import { Redis } from 'ioredis';

import { eventually } from './eventually.js';

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

export interface RedisProcessOptions {
  readonly port?: number;
  /** Keep the data over a restart. */
  readonly persistent?: boolean;
  readonly settings?: readonly string[];
  /** Makes it a Sentinel with these lines of configuration. */
  readonly sentinel?: readonly string[];
}

/** A Redis for one test file, on a free port. */
export class RedisProcess {
  readonly kind: RedisKind;
  readonly port: number;
  private child: ChildProcess | undefined;
  private readonly folder: string;
  private readonly options: RedisProcessOptions;

  private constructor(kind: RedisKind, folder: string, port: number, options: RedisProcessOptions) {
    this.kind = kind;
    this.port = port;
    this.folder = folder;
    this.options = options;
  }

  static async prepare(kind: RedisKind, options: RedisProcessOptions = {}): Promise<RedisProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'transport-redis-'));
    return new RedisProcess(kind, folder, options.port ?? (await freePort()), options);
  }

  static async start(kind: RedisKind, options: RedisProcessOptions = {}): Promise<RedisProcess> {
    const redis = await RedisProcess.prepare(kind, options);
    if (options.sentinel) await writeFile(redis.sentinelFile, options.sentinel.join('\n'));
    await redis.launch();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async launch(): Promise<void> {
    const [program, args] = this.command();
    this.child = spawn(program, args, { stdio: 'ignore' });
    await eventually(() => this.ping());
  }

  /** Sends SIGKILL; data that were not on disk are lost. */
  async kill(): Promise<void> {
    const child = this.child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Runs commands on a connection of their own. */
  async run<Result>(work: (redis: Redis) => Promise<Result>): Promise<Result> {
    const redis = new Redis(this.url);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Sentinel stores its state in its configuration file. */
  private get sentinelFile(): string {
    return join(this.folder, 'sentinel.conf');
  }

  private command(): [program: string, args: string[]] {
    if (this.kind === 'js-redis-server') {
      const script = join(import.meta.dirname, 'embedded-redis.mjs');
      return [process.execPath, [script, String(this.port)]];
    }
    const { persistent = false, settings = [], sentinel } = this.options;
    if (sentinel) {
      const port = ['--port', String(this.port), '--dir', this.folder];
      return [nativeProgram ?? '', [this.sentinelFile, '--sentinel', ...port]];
    }
    const args = ['--port', String(this.port), '--dir', this.folder, '--save', ''];
    // Written before each answer, which outlives the process; waiting for the disk may take long on a busy machine.
    const durability = persistent ? ['--appendonly', 'yes', '--appendfsync', 'no'] : [];
    return [nativeProgram ?? '', [...args, ...durability, ...settings]];
  }

  private async ping(): Promise<void> {
    const probe = new Redis(this.url, { lazyConnect: true, retryStrategy: null });
    probe.on('error', () => undefined);
    await probe.ping().finally(() => probe.disconnect());
  }
}

/** Below the ports of outgoing connections, one of which could take it before a server starts, or while it restarts. */
export const freePort = (): Promise<number> =>
  getPort({ port: Array.from({ length: 20 }, () => randomInt(20_000, 32_768)) });
