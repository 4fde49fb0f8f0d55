import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { eventually } from '@studiolo/testing/eventually';

import type { RedisStreamsServerOptions, ServerStats } from '../../src/index.js';
import { SERVICE } from './service.js';

/** Several replicas compile their TypeScript at once, which takes long on a busy machine. */
const START_MS = 60_000;

interface State {
  readonly ready: boolean;
  readonly stats?: ServerStats;
}

/** A replica of the fixture service in a process of its own. */
export class ReplicaProcess {
  private state: State = { ready: false };

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (state: State) => (this.state = state));
  }

  /** Does not wait until the replica is ready. */
  static launch(
    options: Partial<RedisStreamsServerOptions> & { redisUrl: string },
    ledgerFolder: string,
  ): ReplicaProcess {
    const script = join(import.meta.dirname, '../fixtures/replica.ts');
    const register = join(import.meta.dirname, '../../../testing/src/run-typescript.mjs');
    const args = [JSON.stringify({ service: SERVICE, ...options }), ledgerFolder];
    return new ReplicaProcess(
      fork(script, args, {
        execArgv: ['--import', register],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    );
  }

  static async start(
    options: Partial<RedisStreamsServerOptions> & { redisUrl: string },
    ledgerFolder: string,
  ): Promise<ReplicaProcess> {
    const replica = ReplicaProcess.launch(options, ledgerFolder);
    await replica.whenReady();
    return replica;
  }

  async whenReady(): Promise<void> {
    await eventually(async () => {
      if (!(await this.ask()).ready) throw new Error('the replica is not ready');
    }, START_MS);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async ask(): Promise<State> {
    if (!this.isRunning) throw new Error('the replica is gone');
    this.child.send('state');
    await once(this.child, 'message');
    return this.state;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves to the exit code, or the signal that ended the process. */
  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    if (this.isRunning) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode ?? this.child.signalCode;
  }

  /** Resolves when the process has ended by itself. */
  async ended(): Promise<void> {
    if (this.isRunning) await once(this.child, 'exit');
  }
}
