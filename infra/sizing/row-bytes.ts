import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { makePlan, type Plan, serviceDatabaseUrl, SERVICES } from '../stack/plan.ts';
import { prepareDatabase } from '../stack/prepare-stores.ts';
import { migrateSchema } from '../stack/migrate.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { Stack } from '../stack/stack.ts';
import { STORES } from '../stack/stores.ts';
import type { RowBytes } from './model.ts';

const USERS = 2_000;
const PROJECTS = 20;
const FILES = 3;

// Ids of version 7, as the services make them: they grow, and indexes on them stay dense.
const FILL = `
  CREATE TEMP TABLE users AS SELECT n, uuidv7() AS id FROM generate_series(1, ${USERS}) AS n;
  INSERT INTO auth.accounts (id, name, email, email_verified, password_hash)
    SELECT id, 'Iris Aperture', 'iris.aperture.' || n || '@studio.example', true,
           '$argon2id$v=19$m=19456,t=2,p=1$' || repeat('s', 22) || '$' || repeat('h', 43) FROM users;
  INSERT INTO auth.sessions (id, account_id, expires_at)
    SELECT uuidv7(), id, now() + interval '30 days' FROM users;
  INSERT INTO projects.owners (id) SELECT id FROM users;
  INSERT INTO projects.projects (id, owner_id, title, client, contact, status, description)
    SELECT uuidv7(), id, 'Wedding of Ana and Luis, part ' || p, 'Ana Duarte', 'ana@example.com', 'todo',
           repeat('Ceremony at noon, party until late. ', 4)
      FROM users, generate_series(1, ${PROJECTS}) AS p;
  INSERT INTO storage.usage (owner_id, used_bytes) SELECT id, 3145728 FROM users;
  INSERT INTO storage.files (id, owner_id, project_id, filename, object_key, size, content_type)
    SELECT uuidv7(), id, uuidv7(), 'IMG_' || n || '_' || f || '.jpg', gen_random_uuid(), 1048576, 'image/jpeg'
      FROM users, generate_series(1, ${FILES}) AS f`;

const bytesOf = (...tables: string[]): string =>
  tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ');

const MEASURE = `
  SELECT (${bytesOf('auth.accounts', 'projects.owners', 'storage.usage')})::float8 / ${USERS} AS account,
         (${bytesOf('auth.sessions')})::float8 / ${USERS} AS session,
         (${bytesOf('projects.projects')})::float8 / ${USERS * PROJECTS} AS project,
         (${bytesOf('storage.files')})::float8 / ${USERS * FILES} AS file`;

async function fillAndMeasure(plan: Plan): Promise<RowBytes> {
  const client = new pg.Client({ connectionString: plan.adminDatabaseUrl });
  await client.connect();
  try {
    await client.query(FILL);
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<RowBytes>(MEASURE);
    if (!rows[0]) throw new Error('PostgreSQL measured nothing.');
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Fills a PostgreSQL of its own with 2,000 users and looks at how large their tables and indexes are. */
export async function measureRowBytes(): Promise<RowBytes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studiolo-sizing-'));
  const secrets = await loadSecrets(dataDir);
  const plan = await makePlan({ dataDir, secrets, environment: 'test' });
  const stack = new Stack(plan);
  try {
    await stack.start(STORES.filter(({ name }) => name === 'postgres'));
    await prepareDatabase(plan);
    for (const service of SERVICES) {
      const isMade = await migrateSchema(service, serviceDatabaseUrl(plan, service));
      if (!isMade) throw new Error(`The schema ${service} could not be made.`);
    }
    return await fillAndMeasure(plan);
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
