import { hash } from '@node-rs/argon2';
import type { Stores } from './stores.ts';
import { account, FILE_BYTES, FILES, projectFields, PROJECTS, writer } from './subject.ts';

/** The parameters that Studiolo hashes passwords with; memory in KiB. */
export const ARGON2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The same columns and indexes as the services keep, without what only their messages need. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS accounts (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    email text NOT NULL UNIQUE,
    name text NOT NULL,
    password_hash text NOT NULL,
    last_login timestamptz
  );
  CREATE TABLE IF NOT EXISTS sessions (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    account_id uuid NOT NULL REFERENCES accounts,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS sessions_account ON sessions (account_id);
  CREATE TABLE IF NOT EXISTS projects (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL REFERENCES accounts,
    title text NOT NULL,
    client text NOT NULL,
    contact text,
    status text NOT NULL,
    description text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX IF NOT EXISTS projects_by_age ON projects (owner_id, created_at DESC, id DESC);
  CREATE TABLE IF NOT EXISTS files (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL REFERENCES accounts,
    project_id uuid NOT NULL REFERENCES projects,
    filename text NOT NULL,
    object_key uuid NOT NULL UNIQUE,
    size integer NOT NULL,
    content_type text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    UNIQUE (project_id, filename)
  );
  CREATE INDEX IF NOT EXISTS files_owner ON files (owner_id);`;

export interface Seeded {
  databaseUrl: string;
  readerId: string;
  writerId: string;
  /** Ids of the reader's projects, those with a file first. */
  projectIds: string[];
}

async function accountId(query: Query, credentials: typeof account): Promise<string> {
  const passwordHash = await hash(credentials.password, ARGON2);
  const [row] = await query(
    `INSERT INTO accounts (email, name, password_hash) VALUES ($1, 'Ana', $2)
     ON CONFLICT (email) DO UPDATE SET name = excluded.name RETURNING id`,
    [credentials.email, passwordHash],
  );
  return String(row?.id);
}

type Query = (text: string, values?: unknown[]) => Promise<{ id?: string }[]>;

async function seedProjects(query: Query, ownerId: string): Promise<void> {
  for (let number = 1; number <= PROJECTS; number += 1) {
    const { title, client, contact, status, description } = projectFields(number);
    await query(
      `INSERT INTO projects (owner_id, title, client, contact, status, description)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [ownerId, title, client, contact, status, description],
    );
  }
  await query(
    `INSERT INTO files (owner_id, project_id, filename, object_key, size, content_type)
     SELECT owner_id, id, 'picture.jpg', uuidv7(), ${FILE_BYTES}, 'image/jpeg' FROM projects
      WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${FILES}`,
    [ownerId],
  );
}

/** Makes the tables and the account with its projects and files in a database of its own, once. */
export async function seedTables(stores: Stores, database: string): Promise<Seeded> {
  const databaseUrl = await stores.database(database);
  return stores.sql(database, async (client) => {
    await client.query(TABLES);
    const query: Query = async (text, values) =>
      (await client.query<{ id: string }>(text, values)).rows;
    const readerId = await accountId(query, account);
    const writerId = await accountId(query, writer);
    const list = () =>
      query('SELECT id FROM projects WHERE owner_id = $1 ORDER BY created_at DESC, id DESC', [
        readerId,
      ]);
    if ((await list()).length === 0) await seedProjects(query, readerId);
    const projectIds = (await list()).map(({ id }) => String(id));
    return { databaseUrl, readerId, writerId, projectIds };
  });
}
