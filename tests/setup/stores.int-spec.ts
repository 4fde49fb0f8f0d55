import pg from 'pg';

async function asRole(name: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: process.env[name] });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('every service role works in its own schema', async () => {
  await asRole('TEST_AUTH_DATABASE_URL', 'create table own_rows (id int)');
  const rows = await asRole(
    'TEST_ADMIN_DATABASE_URL',
    "select schemaname, tableowner from pg_tables where tablename = 'own_rows'",
  );
  await asRole('TEST_AUTH_DATABASE_URL', 'drop table own_rows');
  expect(rows).toEqual([{ schemaname: 'auth', tableowner: 'studiolo_auth' }]);
});

test('no service role can look into the schema of another', async () => {
  await expect(
    asRole('TEST_PROJECTS_DATABASE_URL', 'create table auth.stolen (id int)'),
  ).rejects.toThrow('permission denied for schema auth');
  await expect(
    asRole('TEST_STORAGE_DATABASE_URL', 'create table public.shared (id int)'),
  ).rejects.toThrow('permission denied for schema public');
});
