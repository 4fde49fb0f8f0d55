import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { OBJECTS_KEPT_LOCK } from '@studiolo/contracts';
import { objectStoreClient } from '@studiolo/infra/stack/bucket';
import { onDatabase } from '@studiolo/infra/stack/database';
import { launchStores } from '@studiolo/infra/stack/launch';
import { type ObjectStore, objectStoreVariables } from '@studiolo/infra/stack/plan';
import { findProgram } from '@studiolo/infra/stack/programs';
import { newAccount, PASSWORD, signIn } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import pg from 'pg';

import { contentOf } from '../resilience/load/owner.ts';
import { objectStoreUnderTest } from '../support/object-keys.ts';
import { type Ending, runProgram } from '../support/run-program.ts';
import { BACK_END, RunningStack } from '../support/running-stack.ts';
import { newWriter, type Writer } from './support/write-load.ts';

jest.setTimeout(120_000);
const SERVER_VERSION = 18;

/** The reason why backup.sh and restore.sh cannot run here. */
function lack(): string | undefined {
  const needed = ['psql', 'pg_dump', 'pg_restore', 'rclone', 'redis-cli'];
  const missing = needed.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) return `${missing.join(', ')} is not on the PATH`;
  const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const isOlder = Number(/\d+/.exec(version)?.[0]) < SERVER_VERSION;
  return isOlder ? `it needs pg_dump ${SERVER_VERSION} and finds ${version.trim()}` : undefined;
}
const reason = lack();
if (reason !== undefined) console.warn(`Backup and restore of servers are not tested: ${reason}.`);
const describeOnServers = reason === undefined ? describe : describe.skip;

interface Servers {
  databaseUrl: string;
  redisUrl: string;
  objectStore: ObjectStore;
}

function script(name: 'backup' | 'restore', servers: Servers, ...args: string[]): Promise<Ending> {
  const { username, password, hostname, port, pathname } = new URL(servers.databaseUrl);
  const env = {
    ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
    ...{ PGDATABASE: pathname.slice(1), REDIS_URL: servers.redisUrl },
    ...objectStoreVariables(servers.objectStore),
  };
  return runProgram('bash', [`infra/backup/${name}.sh`, ...args], { env });
}

const query = <Row extends object>(url: string, sql: string): Promise<Row[]> =>
  onDatabase(url, async (client) => (await client.query<Row>(sql)).rows);

function expectEnding(ending: Ending, code: number, text: string): void {
  expect(ending.text).toContain(text);
  expect(ending.code).toBe(code);
}

const folder = temporaryFolder(duringTests);

describeOnServers('a backup of servers', () => {
  let backup: string;
  let other: RunningStack;
  let target: Servers;
  /** What each account had an acknowledgement of when the backup began. */
  let before: { writer: Writer; kept: string[]; deleted: string[] }[];
  let gone: { email: string; password: string };
  /** An account that was deleted without telling projects and storage. */
  let unheard: Writer;
  let taken: Ending;

  const source = (): Servers => ({
    databaseUrl: environment('TEST_ADMIN_DATABASE_URL'),
    redisUrl: environment('REDIS_URL'),
    objectStore: objectStoreUnderTest(),
  });

  const tablesOfTarget = () =>
    query(target.databaseUrl, `SELECT FROM pg_tables WHERE schemaname IN ('auth', 'storage')`);

  beforeAll(async () => {
    backup = join(folder(), 'backup');
    other = await RunningStack.prepare();
    await launchStores(other.stack);
    const { adminDatabaseUrl, redisUrl, objectStore } = other.plan;
    target = { databaseUrl: adminDatabaseUrl, redisUrl, objectStore };
    await backUpUnderLoad();
  });

  afterAll(() => other.end());

  const writerHere = () => newWriter(environment('API_URL'));

  /** Three people upload and delete all the time, while the backup is taken. */
  async function backUpUnderLoad(): Promise<void> {
    const writers = await Promise.all([writerHere(), writerHere(), writerHere()]);
    const { api, ...login } = await newAccount();
    expect((await api.delete('/api/auth/account')).status).toBe(200);
    gone = login;
    unheard = await withLostEvent();
    await Promise.all(writers.map((writer) => writer.write(6)));
    before = writers.map((writer) => ({
      writer,
      kept: [...writer.kept],
      deleted: [...writer.deleted],
    }));
    for (const writer of writers) writer.start();
    taken = await seenWaitingForLock(() => script('backup', source(), backup));
    await Promise.all(writers.map((writer) => writer.stop()));
  }

  /** Only the lock prevents the removal of objects, so a backup must wait for it. */
  async function seenWaitingForLock(takeBackup: () => Promise<Ending>): Promise<Ending> {
    const holder = new pg.Client({ connectionString: source().databaseUrl });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [OBJECTS_KEPT_LOCK]);
    const taking = takeBackup();
    await eventually(async () => {
      const waiting = `SELECT FROM pg_locks
                        WHERE locktype = 'advisory' AND objid = ${OBJECTS_KEPT_LOCK} AND NOT granted`;
      expect((await holder.query(waiting)).rows).toHaveLength(1);
    });
    await holder.end();
    return taking;
  }

  /** Deletes an account whose event was lost with Redis. */
  async function withLostEvent(): Promise<Writer> {
    const writer = await writerHere();
    await writer.write(1);
    const { email } = writer.owner;
    await query(source().databaseUrl, `DELETE FROM auth.accounts WHERE email = '${email}'`);
    return writer;
  }

  test('is taken while files come and go, and misses no object', () => {
    expectEnding(taken, 0, 'The backup is whole');
  });

  test('is not written over', async () => {
    expectEnding(await script('backup', source(), backup), 1, 'is not empty');
  });

  test('leaves deleted objects to be removed once it is done', async () => {
    await eventually(async () => {
      const rows = await query(source().databaseUrl, 'SELECT FROM storage.object_deletions');
      expect(rows).toHaveLength(0);
    });
  });

  test('of an installation that was never started is refused and leaves no folder', async () => {
    const empty = join(folder(), 'empty');
    expectEnding(await script('backup', target, empty), 1, '"storage.files" does not');
    expect(existsSync(empty)).toBe(false);
  });

  test('[F13] that is damaged is refused before anything is changed', async () => {
    const list = await readFile(join(backup, 'files.tsv'), 'utf8');
    const object = join(backup, 'objects', list.slice(0, list.indexOf('\t')));
    const bytes = (await readFile(object)).length;
    await appendFile(object, ' ');
    expectEnding(await script('restore', target, backup), 1, 'The backup is damaged');
    await truncate(object, bytes);
    expect(await tablesOfTarget()).toHaveLength(0);
  });

  test('is restored into an empty installation, and over data only with --force', async () => {
    expect(await script('restore', target, backup)).toMatchObject({ code: 0 });
    expectEnding(await script('restore', target, backup), 1, 'accounts');
    const restored = await script('restore', target, backup, '--force');
    expectEnding(restored, 0, '"event":"account_deleted"');
  });

  test('revives neither a session nor a link', async () => {
    const living = ['sessions', 'link_mails', 'attempts'].map(
      (table) => `SELECT FROM auth.${table}`,
    );
    expect(await query(source().databaseUrl, 'SELECT FROM auth.sessions')).not.toHaveLength(0);
    expect(await query(target.databaseUrl, living.join(' UNION ALL '))).toHaveLength(0);
    await other.stack.start(BACK_END);
  });

  test('[F13] brings back every login, file and usage', async () => {
    for (const { writer, kept, deleted } of before) {
      const { owner, projectId, doomed } = writer;
      const api = new Api('', other.plan.apiUrl);
      expect(await signIn({ email: owner.email, password: PASSWORD }, api)).toBe(true);
      const { body } = await api.get(`/api/projects/${projectId}`);
      const { files } = body.project as { files: { filename: string }[] };
      const names = files.map(({ filename }) => filename);
      expect(names).toEqual(expect.arrayContaining(kept.filter((name) => !doomed.includes(name))));
      expect(names.filter((name) => deleted.includes(name))).toEqual([]);

      let sum = 0;
      for (const name of names) {
        const answer = await api.fetch(`/api/download/${projectId}/${name}`);
        expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
        const bytes = await answer.bytes();
        expect([name, contentOf(name).equals(bytes)]).toEqual([name, true]);
        sum += bytes.length;
      }
      const usage = await api.get('/api/storage/usage');
      expect(usage.body).toMatchObject({ total_storage_bytes: sum, total_files: names.length });
    }
  });

  test('brings no deleted account back', async () => {
    expect(await signIn(gone, new Api('', other.plan.apiUrl))).toBe(false);
  });

  test('[F13] removes the projects and files of an account whose deletion was never announced', async () => {
    const left = `SELECT FROM projects.projects WHERE id = '${unheard.projectId}'
                   UNION ALL SELECT FROM storage.files WHERE project_id = '${unheard.projectId}'`;
    expect(await query(source().databaseUrl, left)).toHaveLength(2);
    await eventually(async () => {
      expect(await query(target.databaseUrl, left)).toHaveLength(0);
    });
  });

  test('is not restored beside services that run', async () => {
    expectEnding(await script('restore', target, backup, '--force'), 1, 'Stop them first');
  });

  test('names the files whose objects were lost before, and says so by its exit code', async () => {
    const [file] = await query<{ key: string }>(
      target.databaseUrl,
      'SELECT object_key AS key FROM storage.files LIMIT 1',
    );
    const { bucket } = target.objectStore;
    await objectStoreClient(target.objectStore).removeObject(bucket, file?.key ?? '');
    const lossy = join(folder(), 'lossy');
    expect(await script('backup', target, lossy)).toMatchObject({ code: 2 });
    expect(await readFile(join(lossy, 'missing.tsv'), 'utf8')).toMatch(`${file?.key}\t`);
  });
});
