import { join } from 'node:path';
import type { Part } from '../../stack/parts.ts';
import { availablePort } from '../../stack/ports.ts';
import { portAnswers } from '../../stack/readiness.ts';
import type { HttpLoad } from '../measure/load.ts';
import { launchSubject } from './launch-subject.ts';
import type { Stores } from './stores.ts';
import { projectFields, type RunningSubject, type Subject } from './subject.ts';
import { seedTables } from './tables.ts';

const SERVER = join(import.meta.dirname, '..', 'floor', 'server.ts');

async function start(stores: Stores): Promise<RunningSubject> {
  const seeded = await seedTables(stores, 'bench_floor');
  const port = await availablePort();
  const origin = `http://127.0.0.1:${port}`;
  const server: Part = {
    name: 'floor',
    title: 'Floor',
    tier: 'edge',
    command: () => ({
      file: process.execPath,
      args: [SERVER],
      env: { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: seeded.databaseUrl },
    }),
    ready: () => portAnswers(port),
  };
  const list = `/${seeded.readerId}/projects`;
  const { stack, startSeconds } = await launchSubject(stores.plan, [server], () =>
    fetch(`${origin}${list}`),
  );
  const load = { origin, headers: {} };
  const get = (...paths: string[]): HttpLoad => ({ ...load, method: 'GET', paths, status: 200 });
  return {
    startSeconds,
    processes: () => stack.running(),
    requests: {
      list: get(list),
      get: get(...seeded.projectIds.map((id) => `${list}/${id}`)),
      create: {
        ...{ ...load, method: 'POST', status: 201, json: projectFields(0) },
        paths: [`/${seeded.writerId}/projects`],
      },
    },
    stop: () => stack.stop(),
  };
}

export const floor: Subject = { name: 'floor', title: 'fastify + pg, no duties', start };
