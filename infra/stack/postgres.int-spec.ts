import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { Sandbox } from '../test/sandbox.ts';
import { makePlan } from './plan.ts';
import { postgresCommand } from './postgres.ts';
import { databaseAnswers } from './readiness.ts';

const sandbox = duringTests(() => new Sandbox());

test('PostgreSQL starts after a first start that was killed during initdb', async () => {
  const dataDir = sandbox().folder;
  const plan = await makePlan({ dataDir, environment: 'test' });
  const program = `
    import { postgresCommand } from '${join(import.meta.dirname, 'postgres.ts')}';
    await postgresCommand(${JSON.stringify(plan)});
  `;
  const args = ['--input-type=module', '-e', program];
  const first = spawn(process.execPath, args, { detached: true, stdio: 'ignore' });
  const ended = once(first, 'exit');
  const folder = join(dataDir, 'postgres');
  await eventually(() =>
    expect([folder, `${folder}.new`].some((at) => existsSync(join(at, 'PG_VERSION')))).toBe(true),
  );
  process.kill(-(first.pid ?? 0), 'SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');

  await sandbox().run('postgres', await postgresCommand(plan), () =>
    databaseAnswers(plan.adminDatabaseUrl),
  );
  expect(existsSync(join(dataDir, 'postgres-password'))).toBe(false);
});

test('PostgreSQL accepts the connections of all replicas that are asked for', async () => {
  const request = { dataDir: sandbox().folder, environment: 'development' } as const;
  const { args } = await postgresCommand(await makePlan({ ...request, replicas: { storage: 40 } }));
  const setting = args.find((arg) => arg.startsWith('max_connections='));
  // Ten for each of storage's, and of the two other services.
  expect(Number(setting?.split('=')[1])).toBeGreaterThanOrEqual(420);
});
