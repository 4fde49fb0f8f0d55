import { randomUUID } from 'node:crypto';

import { type Answer, Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';

import { Owner } from '../resilience/load/owner.ts';
import { Random } from '../support/random.ts';
import { Group, OnceApi } from './group.ts';
import { LivePage } from './live-page.ts';
import { type Operation, whyNoRegister, witnesses } from './register.ts';

const PROJECTS = 4;
const WRITES = 0.4;
/** Of the writes. */
const CONDITIONAL = 0.5;
const INITIAL = 'first';
const TOLD_WITHIN_MS = 30_000;

interface Register {
  id: string;
  initial: string;
  history: Operation[];
  /** Acknowledged conditional writes: the value each replaced, and the value it wrote. */
  followed: Map<string, string>;
  /** Acknowledged writes of this round. */
  written: number;
}

/** Several people who read and change the same few projects, each by a gateway of its own, with a page open. */
export class Editors extends Group {
  protected readonly size = 6;
  protected readonly pauseMs = 50;
  private readonly registers: readonly Register[];
  private readonly apis: readonly Api[];
  private readonly pages: readonly LivePage[];
  private readonly random = new Random(1);
  private readonly reading: Promise<unknown>;

  private constructor(registers: Register[], owner: Owner, addresses: readonly string[]) {
    super();
    this.registers = registers;
    this.apis = Array.from({ length: this.size }, (_, index) => {
      return new OnceApi(owner.bearer, addresses[index % addresses.length]);
    });
    this.pages = addresses.map((_, first) => {
      const turned = [...addresses.slice(first), ...addresses.slice(0, first)];
      return new LivePage(owner.bearer, turned);
    });
    this.reading = Promise.all(this.pages.map((page) => page.run()));
  }

  static async prepare(addresses: readonly string[]): Promise<Editors> {
    const owner = await Owner.signUp(addresses);
    const registers: Register[] = [];
    for (let count = 0; count < PROJECTS; count += 1) {
      const fields = { title: `Register ${count}`, client: 'Lind', description: INITIAL };
      const id = await owner.newProject(fields);
      registers.push({ id, initial: INITIAL, history: [], followed: new Map(), written: 0 });
    }
    const editors = new Editors(registers, owner, addresses);
    await eventually(() => {
      if (!editors.pages.every((page) => editors.hasRead(page)))
        throw new Error('A page is not open');
    });
    for (const page of editors.pages) page.forget();
    return editors;
  }

  async end(): Promise<void> {
    for (const page of this.pages) page.stop();
    await this.reading;
  }

  /** Each project must have the history of a register, and each page must have been told of every change. */
  override async check(): Promise<void> {
    await Promise.all(this.registers.map((register) => this.checkRegister(register)));
    const missed = () => this.pages.flatMap((page) => this.missedBy(page));
    await eventually(() => {
      if (missed().length > 0) throw new Error('Not everything is told yet');
    }, TOLD_WITHIN_MS).catch(() => this.violations.push(...missed()));
    for (const page of this.pages) this.checkForeign(page);
    for (const register of this.registers) register.written = 0;
  }

  protected async turn(number: number, count: number): Promise<void> {
    const api = this.apis[number];
    const register = this.registers[count % PROJECTS];
    if (!api || !register) return;
    const isWrite = this.random.next() < WRITES;
    if (!isWrite) await this.read(api, register);
    else if (this.random.next() < CONDITIONAL) await this.replace(api, register);
    else await this.write(api, register);
  }

  private async read(
    api: Api,
    { id, history }: Register,
  ): Promise<{ value: string; etag: string } | undefined> {
    const calledAt = performance.now();
    const answer = await api.get(`/api/projects/${id}`).catch(() => undefined);
    if (answer?.status !== 200) {
      this.mustBeAway(answer, id);
      return undefined;
    }
    const { description: value } = answer.body.project as { description: string };
    const returnedAt = performance.now();
    const requestId = answer.headers.get('x-request-id');
    history.push({ kind: 'read', value, calledAt, returnedAt, requestId });
    return { value, etag: answer.headers.get('etag') ?? '' };
  }

  /** Writes only over what it has read. */
  private async replace(api: Api, register: Register): Promise<void> {
    const before = await this.read(api, register);
    if (!before) return;
    const value = await this.write(api, register, { 'If-Match': before.etag });
    if (value === undefined) return;
    const other = register.followed.get(before.value);
    if (other !== undefined) {
      const what = `"${before.value}" was replaced by "${other}" and by "${value}"`;
      this.violations.push(`project ${register.id}: ${what}`);
    }
    register.followed.set(before.value, value);
  }

  /** The value, if it is acknowledged. */
  private async write(
    api: Api,
    register: Register,
    headers: Record<string, string> = {},
  ): Promise<string | undefined> {
    const { id, history } = register;
    const value = randomUUID();
    const calledAt = performance.now();
    const answer = await api
      .put(`/api/projects/${id}`, { description: value }, headers)
      .catch(() => undefined);
    if (answer?.status === 412) return undefined;
    const isDone = answer?.status === 200;
    if (!isDone) this.mustBeAway(answer, id);
    const returnedAt = isDone ? performance.now() : Infinity;
    const requestId = answer?.headers.get('x-request-id');
    history.push({ kind: 'write', value, calledAt, returnedAt, requestId });
    if (isDone) register.written += 1;
    return isDone ? value : undefined;
  }

  /** Nobody deletes these projects or ends this session, so that 503 is the only refusal. */
  private mustBeAway(answer: Answer | undefined, id: string): void {
    if (answer === undefined || answer.status === 503) return;
    const request = answer.headers.get('x-request-id');
    this.violations.push(`project ${id} was answered ${answer.status} (request ${request})`);
  }

  private async checkRegister(register: Register): Promise<void> {
    const [api] = this.apis;
    const now = api && (await this.read(api, register));
    const { id, history, initial } = register;
    const why = whyNoRegister(history, initial);
    if (why !== undefined) {
      const shown = witnesses(history, why).map(lineOf);
      this.violations.push([`project ${id}: ${why}`, ...shown].join('\n'));
    }
    if (!now) return;
    // A write without an answer may take effect in the next round, unless it was read already.
    const seen = new Set(history.flatMap(({ kind, value }) => (kind === 'read' ? value : [])));
    const isOpen = ({ value, returnedAt }: Operation) =>
      returnedAt === Infinity && !seen.has(value);
    register.history = history.filter(isOpen);
    register.initial = now.value;
    register.followed = new Map();
  }

  private hasRead({ found }: LivePage): boolean {
    return this.registers.every(({ id }) => found.has(id));
  }

  /** The changes that a page which had no reason to read everything again was not told of. */
  private missedBy(page: LivePage): string[] {
    if (this.hasRead(page)) return [];
    return this.registers.flatMap(({ id, written }) => {
      const count = page.told.get(id) ?? 0;
      return count >= written ? [] : [`project ${id}: told ${count} of ${written} changes`];
    });
  }

  private checkForeign(page: LivePage): void {
    const own = new Set(this.registers.map(({ id }) => id));
    for (const id of page.told.keys()) {
      if (!own.has(id)) this.violations.push(`a page was told of the foreign project ${id}`);
    }
    page.forget();
  }
}

const lineOf = ({ kind, value, calledAt, returnedAt, requestId }: Operation): string =>
  `  ${kind} "${value}" from ${Math.round(calledAt)} to ${Math.round(returnedAt)} ms, request ${requestId}`;
