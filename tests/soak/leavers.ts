import { randomInt, randomUUID } from 'node:crypto';

import { freshEmail, PASSWORD } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';

import { contentOf, Owner } from '../resilience/load/owner.ts';
import { Group, OnceApi, statusOf } from './group.ts';

/** Statuses for something that has ended: it is gone, or a service is away. */
const GONE = [401, 404, 503];
const NEW_PASSWORD = 'blue-hour-7';
/** Number of ended sessions that are tried again. */
const TRIED_AGAIN = 20;

interface EndedSession {
  readonly what: string;
  readonly token: string;
}

/** People who end something, and then ask every gateway whether it is still there. */
abstract class Enders extends Group {
  protected readonly addresses: readonly string[];
  private ended: EndedSession[] = [];

  constructor(addresses: readonly string[]) {
    super();
    this.addresses = addresses;
  }

  protected async mustBeGone(
    what: string,
    ask: (address: string) => Promise<{ status: number }>,
  ): Promise<void> {
    for (const address of this.addresses) {
      const status = (await statusOf(ask(address))) || 503;
      if (!GONE.includes(status)) this.violations.push(`${what} was answered ${status}`);
    }
  }

  /** Tries the session, and one that ended before: a store that lost its last writes may have revived that. */
  protected async mustHaveEnded(session: EndedSession): Promise<void> {
    this.ended = [...this.ended, session].slice(-TRIED_AGAIN);
    const earlier = this.ended[randomInt(this.ended.length)] ?? session;
    for (const { what, token } of [session, earlier])
      await this.mustBeGone(what, (address) => new Api(token, address).get('/api/projects'));
  }
}

/** People who sign out and delete projects. */
export class Leavers extends Enders {
  protected readonly size = 3;
  protected readonly pauseMs = 300;
  private readonly owners: Owner[];

  private constructor(owners: Owner[], addresses: readonly string[]) {
    super(addresses);
    this.owners = owners;
  }

  static async prepare(addresses: readonly string[]): Promise<Leavers> {
    const owners = [0, 1, 2].map((index) => Owner.signUp(addresses, index));
    return new Leavers(await Promise.all(owners), addresses);
  }

  protected async turn(number: number): Promise<void> {
    const owner = this.owners[number];
    if (!owner || (await owner.logIn()).status !== 200) return;
    const { bearer } = owner;
    await this.deleteProject(owner);
    if ((await owner.post('/api/auth/logout')).status !== 200) return;
    await this.mustHaveEnded({ what: `an ended session of ${owner.email}`, token: bearer });
  }

  /** Sends one create twice under the same key, which must make one project. */
  private async createTwice(owner: Owner): Promise<string | undefined> {
    const key = randomUUID();
    const answers = [
      await owner.create('To be deleted', key),
      await owner.create('To be deleted', key),
    ];
    const ids = answers.flatMap(
      ({ body }) => (body.project as { id: string } | undefined)?.id ?? [],
    );
    if (new Set(ids).size > 1) this.violations.push(`one create made ${ids.join(' and ')}`);
    return ids[0];
  }

  private async deleteProject(owner: Owner): Promise<void> {
    const { bearer } = owner;
    const filename = `${randomUUID()}.txt`;
    const id = await this.createTwice(owner);
    if (id === undefined) return;
    await owner.uploadText(id, filename).catch(() => undefined);
    // A second upload is under way while the project is deleted.
    const late = statusOf(owner.uploadText(id, `late ${filename}`));
    const { status } = await owner.delete(`/api/projects/${id}`);
    await late;
    if (status !== 200) return;
    for (const path of [`/api/projects/${id}`, `/api/download/${id}/${filename}`]) {
      await this.mustBeGone(`something deleted, ${path},`, (address) =>
        new Api(bearer, address).get(path),
      );
    }
  }
}

/** People with an account of their own who change its password, and delete it while they still use it. */
export class Quitters extends Enders {
  protected readonly size = 2;
  protected readonly pauseMs = 100;
  /** By address: how many mails must come at least, and at most. */
  readonly mails = new Map<string, { least: number; most: number }>();

  protected async turn(number: number, count: number): Promise<void> {
    const api = new OnceApi('', this.addresses[(number + count) % this.addresses.length]);
    const account = { email: freshEmail(), password: PASSWORD, name: 'Iris' };
    const { status, body } = await api.post('/api/auth/signup', account);
    if (status !== 201) return;
    api.bearer = String(body.token);
    // Each account does one thing, since no mail is sent to an account that was deleted.
    if (count % 4 === 3) await this.forgetPassword(api, account.email);
    else if (count % 2 === 0) await this.changePassword(api, account.email);
    else await this.quit(api, account.email);
  }

  private async forgetPassword(api: Api, email: string): Promise<void> {
    const status = await statusOf(api.post('/api/auth/forgot-password', { email }));
    this.mails.set(email, { least: status === 200 ? 1 : 0, most: 1 });
  }

  private async changePassword(api: Api, email: string): Promise<void> {
    const login = (password: string, address?: string) =>
      new OnceApi('', address ?? this.addresses[0]).post('/api/auth/login', { email, password });
    const other = await login(PASSWORD);
    const change = { current_password: PASSWORD, password: NEW_PASSWORD };
    if ((await api.put('/api/auth/profile', change)).status !== 200) return;
    await this.mustBeGone(`the old password of ${email}`, (address) => login(PASSWORD, address));
    if (other.status !== 200) return;
    const what = `a session of the old password of ${email}`;
    await this.mustHaveEnded({ what, token: String(other.body.token) });
  }

  private async quit(api: Api, email: string): Promise<void> {
    const id = await api.newProject().catch(() => undefined);
    const files = [new File([new Uint8Array(contentOf('last.txt'))], 'last.txt')];
    // These calls are under way while the account is deleted.
    const rest = [
      statusOf(api.post('/api/projects', { title: 'Late', client: 'Lind' })),
      ...(id === undefined ? [] : [statusOf(api.upload(id, files))]),
    ];
    const status = await statusOf(api.delete('/api/auth/account'));
    await Promise.all(rest);
    if (status !== 200) return;
    await this.mustBeGone(`the deleted account ${email}`, (address) =>
      new OnceApi('', address).post('/api/auth/login', { email, password: PASSWORD }),
    );
    const what = `a session of the deleted account ${email}`;
    await this.mustHaveEnded({ what, token: api.bearer });
  }
}
