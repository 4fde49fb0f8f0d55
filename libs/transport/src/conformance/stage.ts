import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { lastValueFrom, timeout } from 'rxjs';

import {
  type Adapter,
  type ConformanceClient,
  type ConformanceOptions,
  EVENT,
  REQUEST,
  type RunNotice,
  type Work,
} from './adapter.js';

const WITHIN_MS = 15_000;
const LOOK_AGAIN_MS = 20;
/** Milliseconds that a run takes whose replica is to be killed: its begin is noticed in time on a busy machine, too. */
export const KILLED_RUN_MS = 2_000;
const REPLICA = fileURLToPath(import.meta.url).replace(/stage(\.[jt]s)$/, 'replica$1');

/** A client and the replicas of one check. */
export class Stage {
  /** By message: the replicas that have begun to handle it. */
  readonly runs = new Map<string, ChildProcess[]>();
  /** Every begin and end of a run. */
  readonly notices: RunNotice[] = [];
  readonly replicas: ChildProcess[] = [];
  /** Called at the begin of each run. */
  onRun: (id: string, replica: ChildProcess) => void = () => undefined;

  private readonly withinMs: number;

  private constructor(
    readonly options: ConformanceOptions,
    readonly adapter: Adapter,
    readonly client: ConformanceClient,
  ) {
    this.withinMs = options.withinMs ?? WITHIN_MS;
  }

  static async set(options: ConformanceOptions): Promise<Stage> {
    const adapter = (await import(options.adapter.href)) as Adapter;
    const stage = new Stage(options, adapter, await adapter.createClient(options.address));
    // A transport without a broker can connect only to a replica.
    await stage.client.connect().catch(() => undefined);
    return stage;
  }

  /** Starts replicas and waits until the last one has answered a request. */
  async start(count: number): Promise<void> {
    for (let started = 0; started < count; started += 1) await this.startOne();
    await this.eventually('the service answers', () => this.request('first'));
  }

  request(id: string, work: Omit<Work, 'id'> = {}, pattern = REQUEST): Promise<unknown> {
    const answer = this.client.send<unknown>(pattern, { id, ...work });
    return lastValueFrom(answer.pipe(timeout(this.withinMs)));
  }

  emit(id: string, work: Omit<Work, 'id'> = {}): Promise<void> {
    return this.emitAny({ id, ...work });
  }

  emitOrdered(key: string, work: Work): Promise<void> {
    return this.emitAny(this.adapter.ordered?.(work, key));
  }

  /** How often handling the message has begun. */
  runsOf(id: string): number {
    return this.runs.get(id)?.length ?? 0;
  }

  /** Kills the replicas that begin to handle the message, at most so many; a run has to take `KILLED_RUN_MS`. */
  killWhoRuns(victim: string, most: number): void {
    let killed = 0;
    this.onRun = (id, replica) => {
      if (id !== victim || killed === most) return;
      killed += 1;
      replica.kill('SIGKILL');
    };
  }

  async eventually(what: string, look: () => unknown): Promise<void> {
    const end = performance.now() + this.withinMs;
    let last: unknown;
    while (performance.now() < end) {
      try {
        last = await look();
        if (last !== false) return;
      } catch (error) {
        last = error;
      }
      await delay(LOOK_AGAIN_MS);
    }
    throw new Error(`Not within ${this.withinMs} ms: ${what} (${String(last)})`);
  }

  async clear(): Promise<void> {
    await this.client.close();
    await Promise.all(this.replicas.map((replica) => end(replica, 'SIGKILL')));
  }

  private async emitAny(data: unknown): Promise<void> {
    const done = this.client.emit<unknown>(EVENT, data).pipe(timeout(this.withinMs));
    await lastValueFrom(done, { defaultValue: undefined });
  }

  private async startOne(): Promise<void> {
    const { adapter, address, execArgv = process.execArgv } = this.options;
    const replica = fork(REPLICA, [adapter.href, JSON.stringify(address)], {
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.replicas.push(replica);
    replica.on('message', (message: 'listening' | RunNotice) => {
      if (message !== 'listening') this.note(message, replica);
    });
    const outcome = await Promise.race([once(replica, 'message'), once(replica, 'exit')]);
    if (outcome[0] !== 'listening') throw new Error('A further replica cannot start');
  }

  private note(notice: RunNotice, replica: ChildProcess): void {
    this.notices.push(notice);
    if (notice.isOver) return;
    const { id } = notice;
    this.runs.set(id, [...(this.runs.get(id) ?? []), replica]);
    this.onRun(id, replica);
  }
}

/** Resolves to the exit code, or the signal that ended the process. */
export async function end(replica: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  if (replica.exitCode === null && replica.signalCode === null) {
    const exited = once(replica, 'exit');
    replica.kill(signal);
    await exited;
  }
  return replica.exitCode ?? replica.signalCode;
}
