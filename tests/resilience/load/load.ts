import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '@studiolo/testing/eventually';

import { Random } from '../../support/random.ts';
import { acknowledged, auditOwner, Ledger } from './audit.ts';
import { type Kind, LoadReport } from './load-report.ts';
import { contentOf, failureOf, Owner } from './owner.ts';

/** Each as often as it is done among twenty requests. */
const TURNS: Kind[] = [
  ...Array<Kind>(8).fill('list'),
  ...Array<Kind>(4).fill('detail'),
  ...Array<Kind>(2).fill('create'),
  ...Array<Kind>(2).fill('upload'),
  ...Array<Kind>(2).fill('download'),
  ...(['login', 'usage'] as const),
];

const CLIENTS = 50;
/** A client waits between none and this long after each answer. */
const LONGEST_PAUSE_MS = 600;
/** Sign-ups at once: a service hashes three passwords at a time and lets forty wait. */
const SIGN_UPS_AT_ONCE = 10;
/** Answers before and after a fault. */
const ANSWERS_AROUND = 150;
/** More would be an overload of their own. */
const AUDITS_AT_ONCE = 25;

/** One user of the load: an account, what was acknowledged to it, and its own random choices. */
const newClient = (owner: Owner, seed: number) => ({
  owner,
  ledger: new Ledger(),
  random: new Random(seed),
});
type Client = ReturnType<typeof newClient>;

/**
 * Fifty people who use the product at once, and a ledger of the answers they got. Each is an owner of its own, has a
 * project and a file from the beginning, gives every project and every file a name of its own, and sends a create
 * again under the same Idempotency-Key when the connection is lost. Uploads are never sent again.
 */
export class Load {
  /** Of the present round. */
  report = new LoadReport();
  private readonly clients: Client[] = [];
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();

  /** Signs everybody up; the stack must run with `EMAIL_VERIFICATION: 'off'` and `RATE_LIMITS: 'off'`. */
  static async prepare(addresses: readonly string[], count = CLIENTS): Promise<Load> {
    const load = new Load();
    await Readable.from(Array(count).keys()).forEach(
      (number: number) => load.addClient(addresses, number),
      { concurrency: SIGN_UPS_AT_ONCE },
    );
    return load;
  }

  /** The same, and sets everybody to work. */
  static async start(addresses: readonly string[], count = CLIENTS): Promise<Load> {
    const load = await Load.prepare(addresses, count);
    load.begin();
    return load;
  }

  /** Sets everybody to work; after `finish`, for a further round of the same people. */
  begin(): void {
    this.report = new LoadReport();
    this.resume();
  }

  /** Goes on after `stop`, in the same round. */
  resume(): void {
    this.isStopped = false;
    this.running = Promise.all(this.clients.map((client) => this.work(client)));
  }

  /** Resolves when so many further requests were answered with 2xx. */
  async answersFlow(count: number, withinMs = 30_000): Promise<void> {
    const wanted = this.report.answers + count;
    await eventually(() => {
      const missing = wanted - this.report.answers;
      if (missing > 0) throw new Error(`${missing} of ${count} answers are still missing`);
    }, withinMs);
  }

  /**
   * Lets everybody finish the request under way and compares the acknowledgements of all rounds with the data. The
   * report counts the requests of this round.
   */
  async finish(): Promise<LoadReport> {
    await this.stop();
    await Readable.from(this.clients).forEach(
      ({ owner, ledger }: Client) => auditOwner(owner, ledger, this.report),
      { concurrency: AUDITS_AT_ONCE },
    );
    return this.report;
  }

  /** A round with a fault in its middle; the fault gives the moment it was over. */
  async around(fault: () => Promise<number>) {
    this.begin();
    await this.answersFlow(ANSWERS_AROUND);
    const backAt = await fault();
    await this.answersFlow(ANSWERS_AROUND);
    const report = await this.finish();
    /** Milliseconds until the start of the last request that failed. */
    const recoveredMs = Math.max(0, ...report.failures.map((one) => one.startedAt - backAt));
    return { report, backAt, recoveredMs: Math.round(recoveredMs) };
  }

  /** Everybody signs in again, as after a restore. */
  async signInAgain(): Promise<void> {
    for (const { owner } of this.clients) await owner.logIn();
  }

  /** Lets everybody finish the request under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async addClient(addresses: readonly string[], number: number): Promise<void> {
    const client = newClient(await Owner.signUp(addresses, number), number);
    this.clients.push(client);
    await this.request(client, 'create');
    await this.request(client, 'upload');
  }

  private async work(client: Client): Promise<void> {
    while (!this.isStopped) {
      await this.request(client, client.random.pick(TURNS));
      await delay(client.random.next() * LONGEST_PAUSE_MS);
    }
  }

  private async request(client: Client, kind: Kind): Promise<void> {
    const { report } = this;
    const startedAt = performance.now();
    const name = `${kind} ${randomUUID()}`;
    const outcome = await REQUESTS[kind](client, name).then(
      ({ status }) => (/^2\d\d$/.test(String(status)) ? 'ok' : String(status)),
      failureOf,
    );
    report.note({ kind, name, outcome, startedAt, endedAt: performance.now() });
  }
}

type Requested = Promise<{ status: number | string }>;

/** One request of each kind, under the name it gives to what it makes. */
const REQUESTS: Record<Kind, (client: Client, name: string) => Requested> = {
  list: ({ owner }) => owner.get('/api/projects'),
  usage: ({ owner }) => owner.get('/api/storage/usage'),
  login: ({ owner }) => owner.logIn(),
  detail: async ({ owner, ledger, random }) => {
    const [, id] = random.pick(acknowledged(ledger.projects));
    return owner.get(`/api/projects/${id}`);
  },
  create: async ({ owner, ledger: { projects } }, title) => {
    projects.set(title, undefined);
    const answer = await owner.create(title, randomUUID());
    if (answer.status === 201) projects.set(title, (answer.body.project as { id: string }).id);
    return answer;
  },
  upload: async ({ owner, ledger: { projects, files }, random }, name) => {
    const [, projectId] = random.pick(acknowledged(projects));
    files.set(name, undefined);
    const answer = await owner.uploadText(projectId, `${name}.txt`);
    if (answer.status === 201) files.set(name, projectId);
    return answer;
  },
  download: async ({ owner, ledger, random }) => {
    const [name, projectId] = random.pick(acknowledged(ledger.files));
    const answer = await owner.download(projectId, `${name}.txt`);
    const isWhole = contentOf(`${name}.txt`).equals(await answer.bytes());
    return answer.status === 200 && !isWhole ? { status: 'wrong bytes' } : answer;
  },
};
