import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Api } from '@studiolo/testing/api';

import { Owner } from '../resilience/load/owner.ts';
import { type Operation, whyNoRegister } from './register.ts';

const PROJECTS = 4;
const EDITORS = 6;
const PAUSE_MS = 50;
const HANGS_AFTER_MS = 15_000;
const INITIAL = 'first';

interface Register {
  id: string;
  history: Operation[];
}

/** Calls one gateway and never again when the answer is lost: what came of it is unknown then. */
class OnceApi extends Api {
  protected override exchange(path: string, init: RequestInit): Promise<Response> {
    return super.exchange(path, { ...init, signal: AbortSignal.timeout(HANGS_AFTER_MS) });
  }
}

/** Several people who read and change the same few projects, each by a gateway of its own. */
export class Editors {
  private readonly registers: Register[];
  private readonly apis: Api[];
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(registers: Register[], apis: Api[]) {
    this.registers = registers;
    this.apis = apis;
  }

  static async prepare(addresses: readonly string[]): Promise<Editors> {
    const owner = new Owner(addresses);
    await owner.signUp();
    const registers: Register[] = [];
    for (let count = 0; count < PROJECTS; count += 1) {
      const fields = { title: `Register ${count}`, client: 'Lind', description: INITIAL };
      registers.push({ id: await owner.api.newProject(fields), history: [] });
    }
    const apis = Array.from({ length: EDITORS }, (_, index) => {
      return new OnceApi(owner.api.bearer, addresses[index % addresses.length]);
    });
    return new Editors(registers, apis);
  }

  get operations(): number {
    return this.registers.reduce((sum, { history }) => sum + history.length, 0);
  }

  begin(): void {
    this.isStopped = false;
    this.running = Promise.all(this.apis.map((api) => this.work(api)));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** What no register would have answered, and answers that there is no reason for. */
  violations(): string[] {
    return this.registers.flatMap(({ id, history }) => {
      const why = whyNoRegister(history, INITIAL);
      return why === undefined ? [] : [`project ${id}: ${why}`];
    });
  }

  private async work(api: Api): Promise<void> {
    for (let turn = 0; !this.isStopped; turn += 1) {
      const register = this.registers[turn % PROJECTS];
      if (!register) return;
      await (Math.random() < 0.4 ? write(api, register) : read(api, register));
      await delay(PAUSE_MS);
    }
  }
}

async function write(api: Api, { id, history }: Register): Promise<void> {
  const value = randomUUID();
  const calledAt = performance.now();
  const status = await api.put(`/api/projects/${id}`, { description: value }).then(
    (answer) => answer.status,
    () => 0,
  );
  const returnedAt = status === 200 ? performance.now() : Infinity;
  history.push({ kind: 'write', value, calledAt, returnedAt });
}

async function read(api: Api, { id, history }: Register): Promise<void> {
  const calledAt = performance.now();
  const answer = await api.get(`/api/projects/${id}`).catch(() => undefined);
  if (answer?.status !== 200) return;
  const { description } = answer.body.project as { description: string };
  history.push({ kind: 'read', value: description, calledAt, returnedAt: performance.now() });
}
