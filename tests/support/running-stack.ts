import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { launchStores } from '@studiolo/infra/stack/launch';
import type { Part } from '@studiolo/infra/stack/parts';
import type { Plan, PlanRequest } from '@studiolo/infra/stack/plan';
import { APPLICATION } from '@studiolo/infra/stack/services';
import { Stack } from '@studiolo/infra/stack/stack';
import { STORES } from '@studiolo/infra/stack/stores';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually, HEALTH_PAUSE_MS } from '@studiolo/testing/eventually';

/** The processes of Studiolo; the pages have no part in these cases. */
export const BACK_END = APPLICATION.filter(({ name }) => name !== 'web');

const REPORTS = join(import.meta.dirname, '../../reports');
const READY_WITHIN_MS = 60_000;
const START_WITHIN_MS = 180_000;

/** The end of a process. */
export interface Death {
  name: string;
  /** `code 0`, `SIGKILL`. */
  ending: string;
  /** On the clock of `performance.now()`. */
  at: number;
}

interface Preparation extends Pick<PlanRequest, 'host' | 'own' | 'replicas' | 'passed'> {
  /** Changes addresses before anything starts, e.g. to put a proxy in front of a store. */
  rewire?: (plan: Plan) => Promise<void> | void;
}

/** What a case asks of its stack. */
export interface StackRequest extends Preparation {
  /** Changes how the processes of Studiolo are started, once the stores are there. */
  within?: (parts: readonly Part[], plan: Plan) => Part[] | Promise<Part[]>;
}

/** A whole stack of real processes on free ports, whose processes can be ended one by one. */
export class RunningStack {
  readonly plan: Plan;
  readonly stack: Stack;
  /** Every process that has ended, by itself or by a signal, in order. */
  readonly deaths: Death[];

  private constructor(stack: Stack, deaths: Death[]) {
    this.plan = stack.plan;
    this.stack = stack;
    this.deaths = deaths;
  }

  /** A stack none of whose processes has started yet. */
  static async prepare({ rewire, ...request }: Preparation = {}): Promise<RunningStack> {
    const dataDir = await mkdtemp(join(tmpdir(), 'studiolo-test-'));
    const deaths: Death[] = [];
    const died = (name: string, ending: string) =>
      deaths.push({ name, ending, at: performance.now() });
    const plan: PlanRequest = {
      ...request,
      dataDir,
      environment: 'test',
      // All load comes from one address. The time to end is the one of production, not the shorter one of `npm start`.
      // `npm start` keeps compiled code for its next start, and a process that ends writes it; deployments do not.
      passed: {
        RATE_LIMITS: 'off',
        SHUTDOWN_TIMEOUT_MS: '8000',
        NODE_DISABLE_COMPILE_CACHE: '1',
        ...request.passed,
      },
    };
    const stack = await Stack.prepare(plan, { died });
    await rewire?.(stack.plan);
    return new RunningStack(stack, deaths);
  }

  /** A stack that is ready; accounts, mails and calls of the API in this process go to it from now on. */
  static async start({ within, ...request }: StackRequest = {}): Promise<RunningStack> {
    const running = await RunningStack.prepare(request);
    const { apiUrl, appUrl, mailUrl } = running.plan;
    try {
      await launchStores(running.stack);
      await running.stack.start((await within?.(BACK_END, running.plan)) ?? BACK_END);
      Object.assign(process.env, { API_URL: apiUrl, APP_URL: appUrl, MAIL_URL: mailUrl });
      return running;
    } catch (error) {
      await running.end();
      throw error;
    }
  }

  /** Runs a stack during the tests of a file; its request is asked for when they begin. */
  static duringTests(request: () => StackRequest): () => RunningStack {
    return duringTests(() => RunningStack.start(request()), { withinMs: START_WITHIN_MS });
  }

  /** Starts a stack for the time of some work; keeps its logs when that fails. */
  static async during(
    request: StackRequest,
    work: (running: RunningStack) => Promise<void>,
  ): Promise<void> {
    await using running = await RunningStack.start(request);
    try {
      await work(running);
    } catch (error) {
      console.log(`The logs are in ${await running.keepLogs()}`);
      throw error;
    }
  }

  /** Addresses of all gateways. */
  get gateways(): string[] {
    return this.plan.apiPorts.map((port) => `http://127.0.0.1:${port}`);
  }

  /** The names of the running replicas of a part: `storage-1`, `storage-2`, or `storage` when it is alone. */
  replicasOf(part: string): string[] {
    const isReplica = new RegExp(`^${part}(-\\d+)?$`);
    return this.stack.running().flatMap(({ name }) => (isReplica.test(name) ? [name] : []));
  }

  /** The process id of `storage-1` or `redis`; throws when it is not running. */
  pidOf(name: string): number {
    const pid = this.stack.running().find((part) => part.name === name)?.pid;
    if (pid === undefined) throw new Error(`${name} is not running`);
    return pid;
  }

  /** All that a process has written so far. */
  logOf(name: string): string {
    return readFileSync(join(this.plan.dataDir, 'logs', `${name}.log`), 'utf8');
  }

  /** Copies all logs into a folder of `reports/`, and returns its path. */
  async keepLogs(name = basename(this.plan.dataDir)): Promise<string> {
    const kept = join(REPORTS, name);
    await cp(join(this.plan.dataDir, 'logs'), kept, { recursive: true });
    return kept;
  }

  /** Sends a signal to one process; the stack starts it again unless its part is held. */
  signal(name: string, signal: NodeJS.Signals): void {
    process.kill(this.pidOf(name), signal);
  }

  /** Ends one process by a signal and waits until it has; gives its ending and how long it took. */
  async endProcess(name: string, signal: NodeJS.Signals): Promise<Death & { tookMs: number }> {
    const seen = this.deaths.length;
    const began = performance.now();
    this.signal(name, signal);
    const death = await eventually(() => {
      const found = this.deaths.slice(seen).find((one) => one.name === name);
      if (found === undefined) throw new Error(`${name} has not ended by ${signal}`);
      return found;
    }, 15_000);
    return { ...death, tookMs: Math.round(death.at - began) };
  }

  /** Resolves when everything, the gateways included, is ready. */
  async ready(): Promise<void> {
    for (const part of [...STORES, ...BACK_END]) await this.partReady(part.name);
  }

  /** Resolves when every replica of a part is ready. */
  async partReady(name: string): Promise<void> {
    const part = [...STORES, ...BACK_END].find((one) => one.name === name);
    if (part === undefined) throw new Error(`There is no part ${name}`);
    const count = part.replicas?.(this.plan) ?? 1;
    const replicas = Array.from({ length: count }, (_, replica) => replica);
    const check = () => Promise.all(replicas.map((replica) => part.ready(this.plan, replica)));
    await eventually(check, READY_WITHIN_MS, HEALTH_PAUSE_MS);
  }

  /** Ends every process and removes the data. */
  async end(): Promise<void> {
    for (const { pid } of this.stack.running()) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It has gone by itself.
      }
    }
    await this.stack.stop();
    // Something that was started last, such as the copying of the pages, may still write.
    await rm(this.plan.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}
