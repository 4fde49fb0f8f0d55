import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '@studiolo/testing/eventually';

import { Sandbox } from '../test/sandbox.ts';
import { makePlan } from './plan.ts';
import { postgresCommand } from './postgres.ts';
import { databaseAnswers } from './readiness.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.end());

test('PostgreSQL starts after a first start that was killed during initdb', async () => {
  const plan = await makePlan({ dataDir: sandbox.folder, environment: 'test' });
  const program = `
    import { postgresCommand } from '${join(import.meta.dirname, 'postgres.ts')}';
    await postgresCommand(${JSON.stringify(plan)});
  `;
  const args = ['--input-type=module', '-e', program];
  const first = spawn(process.execPath, args, { detached: true, stdio: 'ignore' });
  const ended = once(first, 'exit');
  const folder = join(sandbox.folder, 'postgres');
  await eventually(() =>
    expect([folder, `${folder}.new`].some((at) => existsSync(join(at, 'PG_VERSION')))).toBe(true),
  );
  process.kill(-(first.pid ?? 0), 'SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');

  await sandbox.run('postgres', await postgresCommand(plan), () =>
    databaseAnswers(plan.adminDatabaseUrl),
  );
  expect(existsSync(join(sandbox.folder, 'postgres-password'))).toBe(false);
});
