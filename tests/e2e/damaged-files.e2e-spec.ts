import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { objectStoreClient } from '@studiolo/infra/stack/bucket';
import { onDatabase } from '@studiolo/infra/stack/database';
import { objectStoreVariables } from '@studiolo/infra/stack/plan';
import { newAccount } from '@studiolo/testing/accounts';
import type { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';

import { commandsFor } from '../docs/command-blocks.ts';
import { objectStoreUnderTest } from '../support/object-keys.ts';
import { runProgram } from '../support/run-program.ts';

jest.setTimeout(120_000);
/** A busy scrub looks for work every ten seconds, and rests between objects. */
const CHECKED_WITHIN_MS = 60_000;

const store = objectStoreUnderTest();
const objects = objectStoreClient(store);
const folder = temporaryFolder(duringTests);

let api: Api;
let projectId: string;
let key: string;
const bytes = jpeg(5_000);

const sql = <Row extends object>(text: string): Promise<Row[]> =>
  onDatabase(environment('TEST_ADMIN_DATABASE_URL'), async (client) => {
    return (await client.query<Row>(text)).rows;
  });

/** Lets storage read the object of the project's file again now. */
async function damageFoundNow(): Promise<string | null> {
  const ofFile = `WHERE project_id = '${projectId}'`;
  await sql(`UPDATE storage.files SET check_due_at = now(), checked_at = NULL ${ofFile}`);
  return eventually(async () => {
    const [row] = await sql<{ damage: string | null; checked_at: Date | null }>(
      `SELECT damage, checked_at FROM storage.files ${ofFile}`,
    );
    if (!row?.checked_at) throw new Error('The object was not read again');
    return row.damage;
  }, CHECKED_WITHIN_MS);
}

/** What `npm run admin -- files damaged` prints about the project. */
async function damagedByAdmin(...words: string[]): Promise<string[]> {
  const env = { DATA_DIR: environment('DATA_DIR'), REDIS_URL: '' };
  const args = ['infra/stack/admin.ts', 'files', 'damaged', ...words];
  const { code, stdout } = await runProgram(process.execPath, args, { env });
  expect(code).toBe(0);
  return stdout.split('\n').filter((line) => line.includes(projectId));
}

beforeAll(async () => {
  ({ api } = await newAccount());
  projectId = await api.newProject();
  const upload = await api.upload(projectId, [
    new File([new Uint8Array(bytes)], 'a b.jpg', { type: 'image/jpeg' }),
  ]);
  expect(upload.status).toBe(201);
  const ofFile = `FROM storage.files WHERE project_id = '${projectId}'`;
  const [file] = await sql<{ key: string }>(`SELECT object_key AS key ${ofFile}`);
  key = file?.key ?? '';
});

test('admin names a file one bit of whose object was flipped, and its download is refused', async () => {
  const flipped = Buffer.from(bytes);
  flipped[2_500] = (flipped[2_500] ?? 0) ^ 1;
  await objects.putObject(store.bucket, key, flipped);
  expect(await damageFoundNow()).toBe('changed');
  const [line = ''] = await damagedByAdmin();
  expect(line).toMatch(new RegExp(`^changed  ${key}  \\S+  ${projectId}  a b\\.jpg$`));
  const [json = ''] = await damagedByAdmin('--json');
  expect(JSON.parse(json)).toMatchObject({ damage: 'changed', objectKey: key, projectId });
  const download = await api.fetch(`/api/download/${projectId}/a%20b.jpg`);
  expect([download.status, await download.json()]).toMatchObject([500, { code: 'FILE_DAMAGED' }]);
  const left = await api.fetch(`/api/download/${projectId}/a%20b.jpg?damaged=accept`);
  expect(Buffer.from(await left.bytes()).equals(flipped)).toBe(true);
});

withPrograms(
  test,
  'rclone',
  'awk',
)(
  'the commands of the runbook bring the object back from a backup, and the file is sound again',
  async () => {
    const backup = join(folder(), 'monday');
    await mkdir(join(backup, 'objects'), { recursive: true });
    await writeFile(join(backup, 'objects', key), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await writeFile(join(backup, 'SHA256SUMS'), `${sha256}  ./objects/${key}\n`);
    const env = { DATA_DIR: environment('DATA_DIR'), ...objectStoreVariables(store) };
    const commands = commandsFor('damage');
    expect(commands).toHaveLength(1);
    for (const command of commands) {
      const here = command.replace('backups/monday', backup);
      const done = await runProgram('bash', ['-c', here], { env });
      expect(done.text).toContain('1 objects are restored, 0 are not.');
    }
    expect(await damageFoundNow()).toBe(null);
    expect(await damagedByAdmin()).toEqual([]);
    const download = await api.fetch(`/api/download/${projectId}/a%20b.jpg`);
    expect(Buffer.from(await download.bytes()).equals(Buffer.from(bytes))).toBe(true);
  },
);

withPrograms(test, 'rclone')('a backup that is damaged itself restores nothing', async () => {
  const backup = join(folder(), 'damaged');
  await mkdir(join(backup, 'objects'), { recursive: true });
  await writeFile(join(backup, 'objects', key), bytes.subarray(1));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await writeFile(join(backup, 'SHA256SUMS'), `${sha256}  ./objects/${key}\n`);
  const env = objectStoreVariables(store);
  const args = ['infra/backup/restore-objects.sh', backup];
  const done = await runProgram('bash', args, { env, input: `${key}\n` });
  expect([done.code, done.text]).toEqual([
    2,
    expect.stringContaining(`does not hold ${key} whole`) as string,
  ]);
  expect(await damageFoundNow()).toBe(null);
});
