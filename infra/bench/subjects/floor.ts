import { fork } from 'node:child_process';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { Part } from '../../stack/parts.ts';
import { availablePort } from '../../stack/ports.ts';
import { portAnswers } from '../../stack/readiness.ts';
import { askProcess } from '@studiolo/testing/ask-process';
import type { HttpLoad, LoadResult } from '../measure/load.ts';
import { launchSubject } from './launch-subject.ts';
import { bytesOfStore } from './store-bytes.ts';
import type { Stores } from './stores.ts';
import { account, projectFields, type RunningSubject, type Subject, type Work } from './subject.ts';
import { ARGON2, type Seeded, seedTables } from './tables.ts';

const FOLDER = join(import.meta.dirname, '..', 'floor');

const serverPart = (port: number, databaseUrl: string): Part => ({
  name: 'floor',
  title: 'Floor',
  tier: 'edge',
  command: () => ({
    file: process.execPath,
    args: [join(FOLDER, 'server.ts')],
    env: { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl },
  }),
  ready: () => portAnswers(port),
});

/** The process that does nothing but check passwords. */
async function passwordChecks() {
  const passwordHash = await hash(account.password, ARGON2);
  const child = fork(join(FOLDER, 'argon2.ts'), [passwordHash, account.password]);
  const login: Work = (order) => askProcess<LoadResult>(child, order);
  const part = { name: 'argon2', pid: child.pid ?? 0 };
  return { login, part, stop: () => child.disconnect() };
}

function requestsOf(origin: string, seeded: Seeded): RunningSubject['requests'] {
  const load = { origin, headers: {} };
  const list = `/${seeded.readerId}/projects`;
  const get = (...paths: string[]): HttpLoad => ({ ...load, method: 'GET', paths, status: 200 });
  return {
    list: get(list),
    get: get(...seeded.projectIds.map((id) => `${list}/${id}`)),
    create: {
      ...{ ...load, method: 'POST', status: 201, json: projectFields(0) },
      paths: [`/${seeded.writerId}/projects`],
    },
  };
}

async function start(stores: Stores): Promise<RunningSubject> {
  const seeded = await seedTables(stores, 'bench_floor');
  const port = await availablePort();
  const origin = `http://127.0.0.1:${port}`;
  const parts = [serverPart(port, seeded.databaseUrl)];
  const { stack, startSeconds } = await launchSubject(stores.plan, parts, () =>
    fetch(`${origin}/${seeded.readerId}/projects`),
  );
  const { upload, download, tidy } = await bytesOfStore(stores);
  const passwords = await passwordChecks();
  return {
    startSeconds,
    processes: () => [...stack.running(), passwords.part],
    requests: { ...requestsOf(origin, seeded), login: passwords.login, upload, download },
    tidy,
    stop: () => {
      passwords.stop();
      return stack.stop();
    },
  };
}

export const floor: Subject = { name: 'floor', title: 'floor', start };
