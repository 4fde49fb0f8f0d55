import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Installation } from '@studiolo/infra/backup/installation';
import type { Manifest } from '@studiolo/infra/backup/manifest';
import { restoreBackup } from '@studiolo/infra/backup/restore-backup';
import { takeBackup } from '@studiolo/infra/backup/take-backup';
import { launchStores } from '@studiolo/infra/stack/launch';
import { makePlan } from '@studiolo/infra/stack/plan';
import { loadSecrets } from '@studiolo/infra/stack/secrets';
import { APPLICATION } from '@studiolo/infra/stack/services';
import { Stack } from '@studiolo/infra/stack/stack';
import { newAccount } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import pg from 'pg';

import { type Ledger, sha256, Writer } from './support/write-load.ts';

const TEST_MS = 120_000;
const silent = { force: false, say: () => undefined };

let folder: string;
let backup: string;
let other: Stack;
let target: Installation;

/** What every account knew for certain when the backup began. */
let before: { ledger: Ledger; kept: string[]; deleted: string[] }[];
let taken: Manifest;
let gone: { email: string; password: string };
/** An account whose deletion projects and storage have never heard of. */
let unheard: Ledger;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studiolo-backup-'));
  backup = join(folder, 'backup');
  const dataDir = join(folder, 'other');
  const secrets = await loadSecrets(dataDir);
  const passed = { RATE_LIMITS: 'off' };
  const plan = await makePlan({ dataDir, secrets, environment: 'test', passed });
  other = new Stack(plan);
  await launchStores(other);
  const { adminDatabaseUrl, redisUrl, objectStore } = plan;
  target = { databaseUrl: adminDatabaseUrl, redisUrl, objectStore };
  await backUpUnderLoad();
}, TEST_MS);

afterAll(async () => {
  await other.stop();
  await rm(folder, { recursive: true, force: true });
});

const source = (): Installation => ({
  databaseUrl: environment('TEST_ADMIN_DATABASE_URL'),
  redisUrl: environment('REDIS_URL'),
  objectStore: {
    endpoint: environment('S3_ENDPOINT'),
    accessKey: environment('S3_ACCESS_KEY'),
    secretKey: environment('S3_SECRET_KEY'),
    bucket: environment('S3_BUCKET'),
    region: environment('S3_REGION'),
  },
});

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const tablesOfTarget = () =>
  query(
    target.databaseUrl,
    `SELECT FROM pg_tables WHERE schemaname IN ('auth', 'projects', 'storage')`,
  );

async function deletedAccount() {
  const { api, email, password } = await newAccount();
  expect((await api.delete('/api/auth/account')).status).toBe(200);
  return { email, password };
}

/** Three people upload and delete all the time, while the backup is taken. */
async function backUpUnderLoad(): Promise<void> {
  const writers = await Promise.all([Writer.signUp(), Writer.signUp(), Writer.signUp()]);
  gone = await deletedAccount();
  unheard = await withLostEvent();
  await Promise.all(writers.map((writer) => writer.write(6)));
  before = writers.map(({ ledger }) => ({
    ledger,
    kept: [...ledger.kept],
    deleted: [...ledger.deleted],
  }));
  for (const writer of writers) writer.start();
  taken = await takeBackup(source(), backup, silent.say);
  await Promise.all(writers.map((writer) => writer.stop()));
}

let restored: Promise<void> | undefined;

/** The other installation, restored and running; the first test that needs it makes it. */
function restoredAndStarted(): Promise<void> {
  restored ??= (async () => {
    await restoreBackup(backup, target, { ...silent, force: true });
    await other.start(APPLICATION.filter(({ name }) => name !== 'web'));
  })();
  return restored;
}

/** As a Redis leaves it that is lost with the event in it. */
async function withLostEvent(): Promise<Ledger> {
  const writer = await Writer.signUp();
  await writer.write(1);
  const { email } = writer.ledger.account;
  await query(source().databaseUrl, `DELETE FROM auth.accounts WHERE email = '${email}'`);
  return writer.ledger;
}

async function signIn({ account }: Ledger): Promise<Api> {
  const { email, password } = account;
  const login = await new Api(undefined, other.plan.apiUrl).post('/api/auth/login', {
    email,
    password,
  });
  expect(login.status).toBe(200);
  return new Api(String(login.body.token), other.plan.apiUrl);
}

async function filesOf(api: Api, projectId: string): Promise<string[]> {
  const { body } = await api.get(`/api/projects/${projectId}`);
  return (body.project as { files: { filename: string }[] }).files.map(({ filename }) => filename);
}

describe('a backup', () => {
  test('is taken while files come and go, and misses no object', () => {
    expect(taken.objects.missing).toEqual([]);
    expect(taken.objects.count).toBeGreaterThanOrEqual(before.length);
  });

  test('is not written over', async () => {
    await expect(takeBackup(source(), backup, silent.say)).rejects.toThrow('is not empty');
  });

  test('leaves deleted objects to be removed once it is done', async () => {
    await eventually(async () => {
      const rows = await query(source().databaseUrl, 'SELECT FROM storage.object_deletions');
      expect(rows).toHaveLength(0);
    });
  });

  test('of an installation that was never started is refused', async () => {
    await expect(takeBackup(target, join(folder, 'empty'), silent.say)).rejects.toThrow(
      'The schema auth has no tables yet',
    );
  });

  test('that is not finished is refused', async () => {
    await expect(restoreBackup(join(folder, 'empty'), target, silent)).rejects.toThrow(
      'is no finished backup',
    );
  });

  test('[F13] that is damaged is refused before anything is changed', async () => {
    const [object = ''] = (await readdir(join(backup, 'objects'), { recursive: true })).filter(
      (name) => name.length > 3,
    );
    const file = join(backup, 'objects', object);
    const bytes = await readFile(file);
    await writeFile(file, Buffer.concat([bytes.subarray(1), Buffer.from([0])]));
    await expect(restoreBackup(backup, target, silent)).rejects.toThrow('is damaged');
    await writeFile(file, bytes);
    expect(await tablesOfTarget()).toHaveLength(0);
  });

  test('of a newer version is refused before anything is changed', async () => {
    const [manifest, sums] = [join(backup, 'manifest.json'), join(backup, 'SHA256SUMS')];
    const [asItWas, itsSum] = [await readFile(manifest, 'utf8'), await readFile(sums, 'utf8')];
    const later = JSON.parse(asItWas) as Manifest;
    later.migrations.projects?.push('AddPanoramas1999999999999');
    const newer = JSON.stringify(later);
    const digests = [asItWas, newer].map((text) => sha256(Buffer.from(text)));
    await writeFile(manifest, newer);
    await writeFile(sums, itsSum.replace(digests[0] ?? '', digests[1] ?? ''));
    await expect(restoreBackup(backup, target, silent)).rejects.toThrow(
      'The schema projects cannot be made as it was after AddPanoramas',
    );
    expect(await tablesOfTarget()).toHaveLength(0);
    await writeFile(manifest, asItWas);
    await writeFile(sums, itsSum);
  });

  test(
    'is restored into an empty installation, and over data only when that is said',
    async () => {
      await restoreBackup(backup, target, silent);
      await expect(restoreBackup(backup, target, silent)).rejects.toThrow(
        'There are data already in auth.accounts',
      );
    },
    TEST_MS,
  );

  test(
    '[F13] brings back every login, file and sum',
    async () => {
      await restoredAndStarted();
      for (const { ledger, kept, deleted } of before) {
        const api = await signIn(ledger);
        const names = await filesOf(api, ledger.projectId);
        expect(names).toEqual(
          expect.arrayContaining(kept.filter((name) => !ledger.doomed.has(name))),
        );
        expect(names.filter((name) => deleted.includes(name))).toEqual([]);

        let sum = 0;
        for (const name of names) {
          const answer = await api.fetch(`/api/download/${ledger.projectId}/${name}`);
          const bytes = new Uint8Array(await answer.arrayBuffer());
          expect({ name, sha256: sha256(bytes) }).toEqual({
            name,
            sha256: ledger.sent.get(name),
          });
          sum += bytes.length;
        }
        const usage = await api.get('/api/storage/usage');
        expect(usage.body).toMatchObject({ total_storage_bytes: sum, total_files: names.length });
      }
    },
    TEST_MS,
  );

  test(
    'brings nobody back',
    async () => {
      await restoredAndStarted();
      const login = await new Api(undefined, other.plan.apiUrl).post('/api/auth/login', gone);
      expect(login.status).toBe(401);
    },
    TEST_MS,
  );

  test(
    'has every sum of bytes equal to the files and uploads it stands for',
    async () => {
      await restoredAndStarted();
      const rows = await query(
        target.databaseUrl,
        `SELECT owner_id FROM storage.usage
        WHERE used_bytes <> (SELECT coalesce(sum(size), 0) FROM storage.files
                              WHERE files.owner_id = usage.owner_id)
           OR reserved_bytes <> (SELECT coalesce(sum(size), 0) FROM storage.upload_files
                                  WHERE upload_files.owner_id = usage.owner_id)`,
      );
      expect(rows).toEqual([]);
    },
    TEST_MS,
  );

  test(
    '[F13] removes what only a lost event kept from being removed',
    async () => {
      await restoredAndStarted();
      const left = `SELECT FROM projects.projects WHERE id = '${unheard.projectId}'
                   UNION ALL SELECT FROM storage.files WHERE project_id = '${unheard.projectId}'`;
      expect(await query(source().databaseUrl, left)).toHaveLength(2);
      await eventually(async () => {
        expect(await query(target.databaseUrl, left)).toHaveLength(0);
      });
    },
    TEST_MS,
  );

  test(
    'is not restored beside services that run',
    async () => {
      await restoredAndStarted();
      await expect(restoreBackup(backup, target, silent)).rejects.toThrow('Stop them first');
    },
    TEST_MS,
  );
});
