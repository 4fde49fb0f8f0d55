import { randomUUID } from 'node:crypto';

import { onDatabase } from '@studiolo/infra/stack/database';
import { newAccount } from '@studiolo/testing/accounts';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';

/** The tables of all services in which a word stands. */
function tablesWith(word: string): Promise<string[]> {
  return onDatabase(environment('TEST_ADMIN_DATABASE_URL'), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
        WHERE schemaname IN ('auth', 'projects', 'storage')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const match = `SELECT FROM ${name} AS t WHERE t::text ILIKE $1 LIMIT 1`;
      const { rowCount } = await client.query(match, [`%${word}%`]);
      if (rowCount) found.push(name);
    }
    return found;
  });
}

test('nothing that an account has written stays in any table when it is deleted', async () => {
  const word = randomUUID().replaceAll('-', '');
  const { api } = await newAccount(`Iris ${word}`);
  const key = { 'idempotency-key': randomUUID() };
  const fields = { title: word, client: word, contact: word, description: word };
  const projectId = await api.newProject(fields, key);
  await api.put(`/api/projects/${projectId}`, { description: `changed ${word}` });
  const file = new File([new Uint8Array(jpeg(1_000))], `${word}.jpg`);
  expect((await api.upload(projectId, [file])).status).toBe(201);
  expect(await tablesWith(word)).toEqual(
    expect.arrayContaining([
      'auth.accounts',
      'projects.projects',
      'projects.inbox',
      'storage.files',
    ]),
  );
  expect((await api.delete('/api/auth/account')).status).toBe(200);
  await eventually(async () => expect(await tablesWith(word)).toEqual([]));
});
