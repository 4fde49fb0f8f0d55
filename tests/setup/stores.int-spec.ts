import { objectStoreClient } from '@studiolo/infra/stack/prepare-stores';
import { Redis } from 'ioredis';
import pg from 'pg';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const asRole = async (name: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: env(name) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('the stores of the tests', () => {
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

  test('the projects role can use the trigram index operators', async () => {
    const rows = await asRole(
      'TEST_PROJECTS_DATABASE_URL',
      "select 'studio' % 'studiolo' as alike",
    );
    expect(rows).toEqual([{ alike: true }]);
  });

  test('Redis keeps every stream entry and answers', async () => {
    const redis = new Redis(env('REDIS_URL'));
    await expect(redis.xadd('stores-test', '*', 'field', 'value')).resolves.toMatch(/^\d+-\d+$/);
    await redis.del('stores-test');
    await redis.quit();
  });

  test('the bucket takes an object and gives it back', async () => {
    const client = objectStoreClient({
      endpoint: env('S3_ENDPOINT'),
      accessKey: env('S3_ACCESS_KEY'),
      secretKey: env('S3_SECRET_KEY'),
      bucket: env('S3_BUCKET'),
      region: env('S3_REGION'),
    });
    await client.putObject(env('S3_BUCKET'), 'stores-test', Buffer.from('bytes'));
    const stat = await client.statObject(env('S3_BUCKET'), 'stores-test');
    await client.removeObject(env('S3_BUCKET'), 'stores-test');
    expect(stat.size).toBe(5);
  });

  test('the mail inbox lists its messages as JSON', async () => {
    const answer = await fetch(`${env('MAIL_URL')}/email`);
    expect(await answer.text()).toMatch(/^\[.*\]$/s);
  });
});
