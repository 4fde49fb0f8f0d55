import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { onDatabase } from '@studiolo/infra/stack/database';
import { newAccount } from '@studiolo/testing/accounts';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { Redis } from 'ioredis';

jest.setTimeout(60_000);
/** The orphan sweep looks for parts of the bucket that are due every ten seconds. */
const SWEPT_WITHIN_MS = 30_000;

interface Statement {
  service: string;
  sql: string;
}

const onServer = (sql: string) =>
  onDatabase(environment('TEST_ADMIN_DATABASE_URL'), async (client) => {
    const { rows } = await client.query<Record<string, string>>(sql);
    return rows;
  });

async function logStatements(which: 'all' | 'none'): Promise<void> {
  await onServer("ALTER SYSTEM SET log_line_prefix = '|%u|'");
  await onServer(`ALTER SYSTEM SET log_statement = '${which}'`);
  await onServer('SELECT pg_reload_conf()');
}

const log = () => readFileSync(join(environment('DATA_DIR'), 'logs', 'postgres.log'), 'utf8');

/** What PostgreSQL logs of the services for the time of some work. */
async function statementsDuring(work: () => Promise<void>): Promise<Statement[]> {
  const before = log().length;
  await logStatements('all');
  await work().finally(() => logStatements('none'));
  // PostgreSQL's output takes a moment to reach the file.
  await eventually(() => expect(log().slice(before)).toContain("log_statement = 'none'"));
  const entry = /^\|studiolo_(\w+)\|LOG: {2}(?:execute [^:]*|statement): ([^]*)$/;
  return log()
    .slice(before)
    .split(/^(?=\|)/m)
    .flatMap((text) => {
      const [, service, sql] = entry.exec(text) ?? [];
      return service && sql ? [{ service, sql: sql.replaceAll('"', '') }] : [];
    });
}

/** A condition on the owner, or a new row with its owner. An account is its own owner, and a row of `owners` is one. */
const WITH_OWNER = [
  /\buser_id = /,
  /^\s*INSERT INTO [\w.]+ ?\([^)]*\buser_id\b/,
  /\baccounts\b[^]*\bid = \$/,
  /\bINTO owners\b/,
  /\bowners\b[^]*\bid = \$/,
];

const tablesIn = ({ service, sql }: Statement): string[] =>
  [...sql.matchAll(/\b(?:FROM|INTO|UPDATE|JOIN|USING)\s+(?:\w+\.)?(\w+)/g)].map(
    ([, table]) => `${service}.${table}`,
  );

async function lifeOfAnAccount(): Promise<void> {
  const { api, email, password } = await newAccount();
  const id = await api.newProject();
  await api.put(`/api/projects/${id}`, { description: 'changed' });
  await api.get('/api/projects?search=harbour&status=todo');
  await api.get('/api/projects/summary');
  await api.upload(id, [new File([new Uint8Array(jpeg(1_000))], 'a.jpg')]);
  await api.fetch(`/api/download/${id}/a.jpg`);
  await api.get('/api/storage/usage');
  await api.delete(`/api/delete/${id}/a.jpg`);
  await api.get('/api/auth/sessions');
  await api.put('/api/auth/profile', { name: 'Iris Shutter' });
  await api.post('/api/auth/forgot-password', { email });
  await api.delete(`/api/projects/${id}`);
  await api.post('/api/auth/logout');
  const { body } = await api.post('/api/auth/login', { email, password });
  api.bearer = String(body.token);
  expect((await api.delete('/api/auth/account')).status).toBe(200);
}

/** Makes a part of the bucket due, and waits until storage sweeps it: by itself it does so once a minute. */
async function sweepOfAPart(): Promise<void> {
  const before = log().length;
  const redis = new Redis(environment('REDIS_URL'));
  await redis.del('storage:orphan-sweep:0').finally(() => redis.disconnect());
  await eventually(() => expect(log().slice(before)).toMatch(/\binstallation\b/), SWEPT_WITHIN_MS);
}

test('scaling.md names every table that a statement reaches without an owner', async () => {
  const tables = await onServer('SELECT schemaname, tablename FROM pg_tables');
  const known = new Set(tables.map(({ schemaname, tablename }) => `${schemaname}.${tablename}`));
  const statements = await statementsDuring(async () => {
    await Promise.all([lifeOfAnAccount(), sweepOfAPart()]);
  });
  const crossing = statements
    .filter(({ sql }) => !WITH_OWNER.some((pattern) => pattern.test(sql)))
    .flatMap(tablesIn);
  const reached = [...new Set(crossing)].filter((table) => known.has(table)).sort();
  const document = readFileSync('docs/scaling.md', 'utf8');
  const named = [...document.matchAll(/`(\*|auth|projects|storage)\.(\w+)`/g)].flatMap(
    ([, schema, table]) =>
      (schema === '*' ? ['auth', 'projects', 'storage'] : [schema]).map((one) => `${one}.${table}`),
  );
  expect(reached).toEqual(expect.arrayContaining(['auth.accounts', 'storage.installation']));
  expect(reached.filter((table) => !named.includes(table))).toEqual([]);
});
