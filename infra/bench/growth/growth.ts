import { compare } from '../compare.ts';
import type { Options } from '../options.ts';
import type { GrowthResults } from '../results.ts';
import type { Session } from '../session.ts';
import { launchStudiolo, signIn, studiolo, type Variant } from '../subjects/studiolo.ts';
import { projectFields, type RunningSubject } from '../subjects/subject.ts';
import type { HttpLoad } from '../measure/load.ts';
import { fill, type Owner } from './fill.ts';
import { FEW, MANY, ownerOf, REPLICAS } from './names.ts';

const OWNERS = [10, 20, 1_000, 100_000];
const PAGE = 20;
const MANY_ROWS = 1_000_000;

interface Member extends Owner {
  headers: Record<string, string>;
}

async function join(origin: string, projects: number): Promise<Member> {
  const email = `owner-of-${projects}@example.com`;
  const api = await signIn(origin, { email, password: 'a password of fair length' });
  const { user } = await api.call<{ user: { id: string } }>('GET', '/api/auth/profile');
  return { id: user.id, projects, headers: api.headers };
}

/** What an owner asks for: a page of the list, as large for all, one project of it and a new one. */
async function requestsOf(
  origin: string,
  { headers }: Member,
): Promise<RunningSubject['requests']> {
  const path = `/api/projects?limit=${PAGE}`;
  const answer = await fetch(`${origin}${path}`, { headers });
  const { projects } = (await answer.json()) as { projects: { id: string }[] };
  const get = (paths: string[]): HttpLoad => ({
    ...{ method: 'GET', origin, headers, status: 200, paths },
  });
  return { list: get([path]), get: get(projects.map(({ id }) => `/api/projects/${id}`)) };
}

/** One Studiolo with its owners, each of whom is measured as a subject of their own. */
async function bringUp(
  { stores, running, say }: Session,
  variant: Variant,
  { owners, rows, nameOf }: { owners: number[]; rows: number; nameOf: (owner: number) => string },
): Promise<void> {
  say(
    `  ${variant.database}: starting, and filling it with ${rows.toLocaleString('en')} projects …`,
  );
  const { stack, startSeconds, origin } = await launchStudiolo(stores, variant);
  const stop = () => stack.stop();
  // Known from the start, so that it ends whatever comes next.
  const subject = { startSeconds, processes: () => stack.running(), requests: {}, stop };
  running.set(variant.database, subject);
  const members = await Promise.all(owners.map((projects) => join(origin, projects)));
  await fill(stores, variant.database, members, rows);
  for (const member of members) {
    const requests = await requestsOf(origin, member);
    running.set(nameOf(member.projects), { ...subject, requests });
  }
}

/** Creates go to an account of their own, so that no list grows. */
async function withCreates(session: Session, name: string): Promise<void> {
  const subject = session.running.get(name);
  const list = subject?.requests.list;
  if (!subject || typeof list !== 'object') return;
  const { headers } = await join(list.origin, 0);
  subject.requests.create = {
    ...{ ...list, method: 'POST', headers, paths: ['/api/projects'], status: 201 },
    json: projectFields(0),
  };
}

/**
 * A page for owners of few and of very many projects, the same page among few and among a million rows, and
 * one replica of projects and storage beside three.
 */
export async function growth(
  session: Session,
  { rounds, seconds, isQuick }: Options,
): Promise<Omit<GrowthResults, 'at' | 'command' | 'machine'>> {
  await studiolo.prepare?.(session.stores);
  const few = { owners: [PAGE], rows: PAGE };
  const rows = isQuick ? MANY_ROWS / 5 : MANY_ROWS;
  await bringUp(
    session,
    { database: 'bench_few', redisDatabase: 1 },
    { ...few, nameOf: () => FEW },
  );
  await bringUp(
    session,
    { database: 'bench_many', redisDatabase: 2 },
    { owners: OWNERS, rows, nameOf: (owner) => (owner === PAGE ? MANY : ownerOf(owner)) },
  );
  await bringUp(
    session,
    { database: 'bench_replicas', redisDatabase: 3, replicas: { projects: 3, storage: 3 } },
    { ...few, nameOf: () => REPLICAS },
  );
  for (const name of [FEW, REPLICAS]) await withCreates(session, name);
  const connections = [32, 1];
  const series = await compare(session, {
    ...{ operations: ['list', 'get', 'create'], connections, rounds, seconds },
  });
  return { isQuick, rounds, seconds, rows, series };
}
