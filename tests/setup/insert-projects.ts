// Puts many projects of one owner into the database of the test stack, far sooner than by creating each over the API.
// A process of its own, since browser tests may not import a database client; reads its standard input.
import { text } from 'node:stream/consumers';

import { onDatabase } from '@studiolo/infra/stack/database';
import { environment } from '@studiolo/testing/environment';

const { userId, projects } = JSON.parse(await text(process.stdin)) as {
  userId: string;
  projects: { title: string; client: string; status: string }[];
};
const insert = `INSERT INTO projects.projects (id, user_id, title, client, search_text, status)
  SELECT uuidv7(), $1, title, client, lower(title || E'\\n' || client), status
    FROM jsonb_to_recordset($2) AS project (title text, client text, status text)`;
await onDatabase(environment('TEST_ADMIN_DATABASE_URL'), (client) =>
  client.query(insert, [userId, JSON.stringify(projects)]),
);
