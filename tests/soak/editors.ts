import { randomUUID } from 'node:crypto';

import { type Answer, Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';

import { Owner } from '../resilience/load/owner.ts';
import { Random } from '../support/random.ts';
import { untilNothing } from './at-rest.ts';
import { OnceApi, type Place } from './group.ts';
import { type Operation, whyNoRegister, witnesses } from './linearizability.ts';
import { type LivePage, openPage } from './live-page.ts';

const PEOPLE = 6;
const PROJECTS = 4;
const WRITES = 0.4;
/** Of the writes. */
const CONDITIONAL = 0.5;
const TOLD_WITHIN_MS = 30_000;

const lineOf = ({ kind, value, calledAt, returnedAt, requestId }: Operation): string =>
  `  ${kind} "${value}" from ${Math.round(calledAt)} to ${Math.round(returnedAt)} ms, request ${requestId}`;

/** A project whose description is the register that several people write and read. */
class SharedProject {
  readonly id: string;
  /** Acknowledged writes of this round. */
  written = 0;
  private readonly violations: string[];
  private initial = 'first';
  private history: Operation[] = [];
  /** Acknowledged conditional writes: the value each replaced, and the value it wrote. */
  private followed = new Map<string, string>();

  private constructor(id: string, violations: string[]) {
    this.id = id;
    this.violations = violations;
  }

  static async create(owner: Owner, violations: string[]): Promise<SharedProject> {
    const fields = { title: 'Register', client: 'Lind', description: 'first' };
    return new SharedProject(await owner.newProject(fields), violations);
  }

  async read(api: Api): Promise<{ value: string; etag: string } | undefined> {
    const calledAt = performance.now();
    const answer = await api.get(`/api/projects/${this.id}`).catch(() => undefined);
    if (answer?.status !== 200) return this.mustBeAway(answer);
    const { description: value } = answer.body.project as { description: string };
    const returnedAt = performance.now();
    const requestId = answer.headers.get('x-request-id');
    this.history.push({ kind: 'read', value, calledAt, returnedAt, requestId });
    return { value, etag: answer.headers.get('etag') ?? '' };
  }

  /** Gives the value, if it is acknowledged. */
  async write(api: Api, headers: Record<string, string> = {}): Promise<string | undefined> {
    const value = randomUUID();
    const calledAt = performance.now();
    const answer = await api
      .put(`/api/projects/${this.id}`, { description: value }, headers)
      .catch(() => undefined);
    if (answer?.status === 412) return undefined;
    const isDone = answer?.status === 200;
    const returnedAt = isDone ? performance.now() : Infinity;
    const requestId = answer?.headers.get('x-request-id');
    this.history.push({ kind: 'write', value, calledAt, returnedAt, requestId });
    if (!isDone) return this.mustBeAway(answer);
    this.written += 1;
    return value;
  }

  /** Writes only over what it has read. */
  async replace(api: Api): Promise<void> {
    const before = await this.read(api);
    if (!before) return;
    const value = await this.write(api, { 'If-Match': before.etag });
    if (value === undefined) return;
    const other = this.followed.get(before.value);
    if (other !== undefined) {
      const what = `"${before.value}" was replaced by "${other}" and by "${value}"`;
      this.violations.push(`project ${this.id}: ${what}`);
    }
    this.followed.set(before.value, value);
  }

  async check(api: Api): Promise<void> {
    const now = await this.read(api);
    const { history } = this;
    const why = whyNoRegister(history, this.initial);
    if (why !== undefined) {
      const shown = witnesses(history, why).map(lineOf);
      this.violations.push([`project ${this.id}: ${why}`, ...shown].join('\n'));
    }
    if (!now) return;
    // A write without an answer may take effect in the next round, unless it was read already.
    const seen = new Set(history.flatMap(({ kind, value }) => (kind === 'read' ? value : [])));
    this.history = history.filter((one) => one.returnedAt === Infinity && !seen.has(one.value));
    this.initial = now.value;
    this.followed = new Map();
  }

  /** Nobody deletes these projects or ends this session, so that 503 is the only refusal. */
  private mustBeAway(answer: Answer | undefined): undefined {
    if (answer === undefined || answer.status === 503) return;
    const request = answer.headers.get('x-request-id');
    this.violations.push(`project ${this.id} was answered ${answer.status} (request ${request})`);
  }
}

/** Several people who read and change the same few projects, each by a gateway of its own, with a page open. */
export async function editors({ gateways, violations }: Place) {
  const owner = await Owner.signUp(gateways);
  const projects: SharedProject[] = [];
  while (projects.length < PROJECTS) projects.push(await SharedProject.create(owner, violations));
  const apis = gateways.map((gateway) => new OnceApi(owner.bearer, gateway));
  const pages = gateways.map((_, first) => openPage(owner.bearer, gateways, first));
  const random = new Random(1);

  const hasReadAll = ({ found }: LivePage) => projects.every(({ id }) => found.has(id));
  await eventually(() => {
    if (!pages.every(hasReadAll)) throw new Error('A page is not open');
  });
  for (const page of pages) page.forget();

  /** The changes that a page which had no reason to read everything again was not told of. */
  const missedBy = ({ told }: LivePage): string[] =>
    projects.flatMap(({ id, written }) => {
      const count = told.get(id) ?? 0;
      return count >= written ? [] : [`project ${id}: told ${count} of ${written} changes`];
    });

  return {
    ...{ size: PEOPLE, pauseMs: 50 },
    async turn(number: number, count: number): Promise<void> {
      const api = apis[number % apis.length];
      const project = projects[count % PROJECTS];
      if (!api || !project) return;
      const isWrite = random.next() < WRITES;
      if (!isWrite) await project.read(api);
      else if (random.next() < CONDITIONAL) await project.replace(api);
      else await project.write(api);
    },
    /** Each project must have the history of a register, and each page must have been told of every change. */
    async check(): Promise<void> {
      const [api = owner] = apis;
      await Promise.all(projects.map((project) => project.check(api)));
      const missed = () => pages.filter((page) => !hasReadAll(page)).flatMap(missedBy);
      violations.push(...(await untilNothing(missed, TOLD_WITHIN_MS)));
      const ids = projects.map(({ id }) => id);
      for (const page of pages) {
        const foreign = [...page.told.keys()].filter((id) => !ids.includes(id));
        violations.push(...foreign.map((id) => `a page was told of the foreign project ${id}`));
        page.forget();
      }
      for (const project of projects) project.written = 0;
    },
    end: () => Promise.all(pages.map((page) => page.close())),
  };
}
