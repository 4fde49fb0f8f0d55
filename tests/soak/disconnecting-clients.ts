import { randomInt, randomUUID } from 'node:crypto';

import { freshEmail, PASSWORD } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';

import { contentOf, Owner } from '../resilience/load/owner.ts';
import { wrongMails } from './at-rest.ts';
import { type Group, OnceApi, type Place, statusOf } from './group.ts';

/** Statuses for something that has ended: it is gone, or a service is away. */
const GONE = [401, 404, 503];
const NEW_PASSWORD = 'blue-hour-7';
/** Number of ended sessions that are tried again. */
const TRIED_AGAIN = 20;

/** Asks every gateway whether something that has ended is still there. */
function endings({ gateways, violations }: Place) {
  let sessions: { what: string; token: string }[] = [];

  async function mustBeGone(
    what: string,
    ask: (address: string) => Promise<{ status: number }>,
  ): Promise<void> {
    for (const address of gateways) {
      const status = (await statusOf(ask(address))) || 503;
      if (!GONE.includes(status)) violations.push(`${what} was answered ${status}`);
    }
  }

  /** Tries the session, and one that ended before: a store that lost its last writes may have revived that. */
  async function mustHaveEnded(what: string, token: string): Promise<void> {
    const session = { what, token };
    sessions = [...sessions, session].slice(-TRIED_AGAIN);
    const earlier = sessions[randomInt(sessions.length)] ?? session;
    for (const ended of [session, earlier]) {
      const ask = (address: string) => new Api(ended.token, address).get('/api/projects');
      await mustBeGone(ended.what, ask);
    }
  }

  return { mustBeGone, mustHaveEnded };
}

/** People who sign out and delete projects. */
export async function leavers(place: Place): Promise<Group> {
  const { gateways, violations } = place;
  const { mustBeGone, mustHaveEnded } = endings(place);
  const owners = await Promise.all([0, 1, 2].map((index) => Owner.signUp(gateways, index)));

  /** Sends one create twice under the same key, which must make one project. */
  async function createTwice(owner: Owner): Promise<string | undefined> {
    const key = randomUUID();
    const create = () => owner.create('To be deleted', key);
    const ids = [await create(), await create()].flatMap(
      ({ body }) => (body.project as { id: string } | undefined)?.id ?? [],
    );
    if (new Set(ids).size > 1) violations.push(`one create made ${ids.join(' and ')}`);
    return ids[0];
  }

  async function deleteProject(owner: Owner): Promise<void> {
    const filename = `${randomUUID()}.txt`;
    const id = await createTwice(owner);
    if (id === undefined) return;
    await owner.uploadText(id, filename).catch(() => undefined);
    // A second upload is under way while the project is deleted.
    const late = statusOf(owner.uploadText(id, `late ${filename}`));
    const { status } = await owner.delete(`/api/projects/${id}`);
    await late;
    if (status !== 200) return;
    for (const path of [`/api/projects/${id}`, `/api/download/${id}/${filename}`]) {
      await mustBeGone(`something deleted, ${path},`, (address) =>
        new Api(owner.bearer, address).get(path),
      );
    }
  }

  return {
    ...{ size: owners.length, pauseMs: 300 },
    async turn(number) {
      const owner = owners[number];
      if (!owner || (await owner.logIn()).status !== 200) return;
      await deleteProject(owner);
      if ((await owner.post('/api/auth/logout')).status !== 200) return;
      await mustHaveEnded(`an ended session of ${owner.email}`, owner.bearer);
    },
  };
}

/** People with an account of their own who change its password, and delete it while they still use it. */
export function quitters(place: Place): Group {
  const { gateways, violations } = place;
  const { mustBeGone, mustHaveEnded } = endings(place);
  /** By address: the least number of mails that must come; none may get two. */
  const mails = new Map<string, number>();

  const logIn = (email: string, password: string, address = gateways[0]) =>
    new OnceApi('', address).post('/api/auth/login', { email, password });

  async function forgetPassword(api: Api, email: string): Promise<void> {
    const status = await statusOf(api.post('/api/auth/forgot-password', { email }));
    mails.set(email, status === 200 ? 1 : 0);
  }

  async function changePassword(api: Api, email: string): Promise<void> {
    const other = await logIn(email, PASSWORD);
    const change = { current_password: PASSWORD, password: NEW_PASSWORD };
    if ((await api.put('/api/auth/profile', change)).status !== 200) return;
    await mustBeGone(`the old password of ${email}`, (address) => logIn(email, PASSWORD, address));
    if (other.status !== 200) return;
    await mustHaveEnded(`a session of the old password of ${email}`, String(other.body.token));
  }

  async function quit(api: Api, email: string): Promise<void> {
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
    await mustBeGone(`the deleted account ${email}`, (address) => logIn(email, PASSWORD, address));
    await mustHaveEnded(`a session of the deleted account ${email}`, api.bearer);
  }

  // Each account does one thing, since no mail is sent to an account that was deleted.
  const deeds = [changePassword, quit, changePassword, forgetPassword];

  return {
    ...{ size: 2, pauseMs: 100 },
    async turn(number, count) {
      const api = new OnceApi('', gateways[(number + count) % gateways.length]);
      const account = { email: freshEmail(), password: PASSWORD, name: 'Iris' };
      const { status, body } = await api.post('/api/auth/signup', account);
      if (status !== 201) return;
      api.bearer = String(body.token);
      await deeds[count % deeds.length]?.(api, account.email);
    },
    async check() {
      violations.push(...(await wrongMails(mails)));
      mails.clear();
    },
  };
}
