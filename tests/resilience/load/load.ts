import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '@studiolo/testing/eventually';

import { Random } from '../../support/random.ts';
import { auditOwner, Ledger } from './audit.ts';
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
    const numbers = Array.from({ length: count }, (_, number) => number);
    for (let at = 0; at < count; at += SIGN_UPS_AT_ONCE) {
      const some = numbers.slice(at, at + SIGN_UPS_AT_ONCE);
      await Promise.all(some.map((number) => load.addClient(addresses, number)));
    }
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
    for (let at = 0; at < this.clients.length; at += AUDITS_AT_ONCE) {
      const some = this.clients.slice(at, at + AUDITS_AT_ONCE);
      await Promise.all(some.map(({ owner, ledger }) => auditOwner(owner, ledger, this.report)));
    }
    return this.report;
  }

  /** A round with a fault in its middle; the fault gives the moment it was over. */
  async around(
    fault: () => Promise<number>,
  ): Promise<{ report: LoadReport; backAt: number; recoveredMs: number }> {
    this.begin();
    await this.answersFlow(ANSWERS_AROUND);
    const backAt = await fault();
    await this.answersFlow(ANSWERS_AROUND);
    const report = await this.finish();
    return { report, backAt, recoveredMs: report.recoveredAfter(backAt) };
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
    const startedAt = performance.now();
    const { report } = this;
    const name = `${kind} ${randomUUID()}`;
    try {
      const outcome = await REQUESTS[kind](client, name);
      if (outcome === 'ok') report.noteAnswer(startedAt);
      else report.noteFailure({ kind, name, outcome, startedAt });
    } catch (error) {
      report.noteFailure({ kind, name, outcome: failureOf(error), startedAt });
    }
  }
}

const outcomeOf = ({ status }: { status: number }): string =>
  status >= 200 && status < 300 ? 'ok' : String(status);

/** One request of each kind, under the name it gives to what it makes: `ok`, or the status. */
const REQUESTS: Record<Kind, (client: Client, name: string) => Promise<string>> = {
  list: async ({ owner }) => outcomeOf(await owner.get('/api/projects')),
  usage: async ({ owner }) => outcomeOf(await owner.get('/api/storage/usage')),
  login: async ({ owner }) => outcomeOf(await owner.logIn()),
  detail: async ({ owner, ledger, random }) => {
    const id = random.pick([...ledger.projects.values()]);
    return outcomeOf(await owner.get(`/api/projects/${id}`));
  },
  create: async ({ owner, ledger }, title) => {
    ledger.triedTitles.add(title);
    const answer = await owner.create(title, randomUUID());
    if (answer.status === 201) {
      ledger.projects.set(title, (answer.body.project as { id: string }).id);
    }
    return outcomeOf(answer);
  },
  upload: async ({ owner, ledger, random }, name) => {
    const filename = `${name}.txt`;
    const projectId = random.pick([...ledger.projects.values()]);
    ledger.triedFiles.add(filename);
    const answer = await owner.uploadText(projectId, filename);
    if (answer.status === 201) ledger.files.set(filename, projectId);
    return outcomeOf(answer);
  },
  download: async ({ owner, ledger, random }) => {
    const [filename, projectId] = random.pick([...ledger.files]);
    const answer = await owner.download(projectId, filename);
    if (answer.status !== 200) return outcomeOf(answer);
    return contentOf(filename).equals(await answer.bytes()) ? 'ok' : 'wrong bytes';
  },
};
