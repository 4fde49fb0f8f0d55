// The least that a server can do: fastify and node-postgres with one prepared statement for each request. It checks neither
// sessions nor input. Environment: PORT, DATABASE_URL.
import { randomUUID } from 'node:crypto';

import fastify from 'fastify';
import pg from 'pg';

interface Row extends Record<string, unknown> {
  id: string;
  filename: string | null;
}

const PAGE = 101;
const COLUMNS = `p.id, p.title, p.client, p.contact, p.status, p.description, p.created_at, p.updated_at,
  f.filename, f.size, f.content_type, f.created_at AS file_created_at`;
const LIST = {
  name: 'list',
  text: `SELECT ${COLUMNS}
           FROM (SELECT * FROM projects WHERE user_id = $1
                  ORDER BY created_at DESC, id DESC LIMIT ${PAGE}) p
           LEFT JOIN files f ON f.project_id = p.id
          ORDER BY p.created_at DESC, p.id DESC, f.created_at`,
};
const GET = {
  name: 'get',
  text: `SELECT ${COLUMNS} FROM projects p LEFT JOIN files f ON f.project_id = p.id
          WHERE p.user_id = $1 AND p.id = $2 ORDER BY f.created_at`,
};
const CREATE = {
  name: 'create',
  text: `INSERT INTO projects (id, user_id, title, client, contact, status, description)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         RETURNING id, title, client, contact, status, description, created_at, updated_at`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const server = fastify();

/** The project with an id, and its files. */
function joined(rows: Row[]): object[] {
  const projects = new Map<string, { files: object[] }>();
  for (const { filename, size, content_type, file_created_at, ...project } of rows) {
    const known = projects.get(project.id) ?? { ...project, files: [] };
    projects.set(project.id, known);
    if (filename !== null) {
      known.files.push({ filename, size, content_type, created_at: file_created_at });
    }
  }
  return [...projects.values()];
}

server.get<{ Params: { owner: string } }>('/:owner/projects', async ({ params }) => {
  const { rows } = await pool.query<Row>({ ...LIST, values: [params.owner] });
  return { projects: joined(rows), next_cursor: null };
});

server.get<{ Params: { owner: string; id: string } }>(
  '/:owner/projects/:id',
  async ({ params }) => {
    const { rows } = await pool.query<Row>({ ...GET, values: [params.owner, params.id] });
    return { project: joined(rows)[0] };
  },
);

server.post<{ Params: { owner: string }; Body: Record<string, string> }>(
  '/:owner/projects',
  async ({ params, body }, reply) => {
    const { title, client, contact, status, description } = body;
    const values = [randomUUID(), params.owner, title, client, contact, status, description];
    const { rows } = await pool.query<Row>({ ...CREATE, values });
    reply.code(201);
    return { project: { ...rows[0], files: [] } };
  },
);

/** Exits by itself: the listener for `disconnect` keeps the process alive. */
async function stop(): Promise<void> {
  await server.close();
  await pool.end();
  process.exit();
}

process.once('SIGTERM', () => void stop());
process.once('disconnect', () => process.exit());
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send?.('listening');
