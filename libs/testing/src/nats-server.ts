import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { eventually } from './eventually.js';
import { freePort } from './redis-process.js';

const MODULE = 'github.com/nats-io/nats-server/v2@v2.15.2';
const CACHE = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const BUILT = join(CACHE, 'studiolo', 'nats-server-v2.15.2');

/** The program on the PATH, or built with Go and kept; rejects with the reason when neither is to be had. */
async function provideProgram(): Promise<string> {
  if (spawnSync('nats-server', ['--version']).status === 0) return 'nats-server';
  const program = join(BUILT, 'nats-server');
  if (existsSync(program)) return program;
  const env = { ...process.env, GOBIN: BUILT };
  await promisify(execFile)('go', ['install', MODULE], { env }).catch((error: unknown) => {
    throw new Error('nats-server is not on the PATH and Go cannot build it', { cause: error });
  });
  return program;
}

/** A NATS server with JetStream on a free port. */
export class NatsServer {
  readonly port: number;
  private readonly program: string;
  private readonly folder: string;
  private child: ChildProcess | undefined;

  private constructor(program: string, port: number, folder: string) {
    this.program = program;
    this.port = port;
    this.folder = folder;
  }

  static async start(): Promise<NatsServer> {
    const folder = await mkdtemp(join(tmpdir(), 'transport-nats-'));
    const server = new NatsServer(await provideProgram(), await freePort(), folder);
    await server.launch();
    return server;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async launch(): Promise<void> {
    const address = ['--addr', '127.0.0.1', '--port', String(this.port)];
    const args = [...address, '--jetstream', '--store_dir', this.folder];
    this.child = spawn(this.program, args, { stdio: 'ignore' });
    await eventually(async () => {
      const socket = connect(this.port, '127.0.0.1');
      // The server greets when it is ready.
      await once(socket, 'data').finally(() => socket.destroy());
    });
  }

  /** Kills it and starts it again, with its data or empty. */
  async restart(keepData: boolean): Promise<void> {
    await this.kill();
    if (!keepData) await rm(this.folder, { recursive: true });
    await this.launch();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async kill(): Promise<void> {
    const child = this.child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}
