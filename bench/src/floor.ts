import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { onDatabase } from '@studiolo/infra/stack/database';
import { addressesIn } from '@studiolo/infra/stack/lock';
import { availablePort } from '@studiolo/infra/stack/ports';
import { loadSecrets } from '@studiolo/infra/stack/secrets';

import { dataFolderOf } from './studiolo.ts';
import { FILE_BYTES, FILES, projectFields, PROJECTS, type Subject } from './subject.ts';

const OWNER = '00000000-0000-7000-8000-000000000001';

/** The columns and indexes that the list needs. */
const TABLES = `
  CREATE TABLE projects (
    id uuid PRIMARY KEY DEFAULT uuidv7(), user_id uuid NOT NULL,
    title text NOT NULL, client text NOT NULL, contact text, status text NOT NULL, description text,
    created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX ON projects (user_id, created_at DESC, id DESC);
  CREATE TABLE files (
    id uuid PRIMARY KEY DEFAULT uuidv7(), project_id uuid NOT NULL REFERENCES projects,
    filename text NOT NULL, size integer NOT NULL, content_type text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(), UNIQUE (project_id, filename)
  );`;

const seed = (databaseUrl: string): Promise<unknown> =>
  onDatabase(databaseUrl, async (client) => {
    await client.query(TABLES);
    for (let number = 1; number <= PROJECTS; number += 1) {
      await client.query(
        `INSERT INTO projects (user_id, title, client, contact, status, description)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [OWNER, ...Object.values(projectFields(number))],
      );
    }
    await client.query(
      `INSERT INTO files (project_id, filename, size, content_type)
       SELECT id, 'picture.jpg', ${FILE_BYTES}, 'image/jpeg' FROM projects LIMIT ${FILES}`,
    );
    return client.query('ANALYZE');
  });

/** Makes a new database in the PostgreSQL of a running stack. */
async function newDatabase(dataDir: string): Promise<string> {
  const { postgresPassword } = await loadSecrets(dataDir);
  const url = `postgres://postgres:${postgresPassword}@${addressesIn(dataDir)?.database}`;
  await onDatabase(`${url}/postgres`, (client) => client.query('CREATE DATABASE floor'));
  return `${url}/floor`;
}

/** The server that does least for the same list (floor-server.ts), on the PostgreSQL of `beside`. */
export async function startFloor(beside: Subject): Promise<Subject> {
  const databaseUrl = await newDatabase(dataFolderOf(beside.name));
  await seed(databaseUrl);
  const port = await availablePort();
  const began = performance.now();
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl },
    },
  });
  await once(child, 'message');
  return {
    ...{ name: 'floor', origin: `http://127.0.0.1:${port}` },
    startSeconds: (performance.now() - began) / 1000,
    groups: () => ({ services: [child.pid ?? 0], postgres: beside.groups().postgres ?? [] }),
    loads: { list: { requests: [{ method: 'GET', path: `/${OWNER}/projects` }] } },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
