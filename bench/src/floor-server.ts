// The least that a server can do for a list: fastify and node-postgres with one prepared statement. It checks neither
// sessions nor input. Environment: PORT, DATABASE_URL.
import fastify from 'fastify';
import pg from 'pg';

interface Row extends Record<string, unknown> {
  id: string;
  filename: string | null;
}

const LIST = {
  name: 'list',
  text: `SELECT p.id, p.title, p.client, p.contact, p.status, p.description, p.created_at, p.updated_at,
                f.filename, f.size, f.content_type, f.created_at AS file_created_at
           FROM (SELECT * FROM projects WHERE user_id = $1
                  ORDER BY created_at DESC, id DESC LIMIT 101) p
           LEFT JOIN files f ON f.project_id = p.id
          ORDER BY p.created_at DESC, p.id DESC, f.created_at`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const server = fastify();

/** Each project with its files. */
function joined(rows: Row[]): object[] {
  const projects = new Map<string, { files: object[] }>();
  for (const { filename, size, content_type, file_created_at, ...project } of rows) {
    const known = projects.get(project.id) ?? { ...project, files: [] };
    projects.set(project.id, known);
    if (filename !== null)
      known.files.push({ filename, size, content_type, created_at: file_created_at });
  }
  return [...projects.values()];
}

server.get<{ Params: { owner: string } }>('/:owner/projects', async ({ params }) => {
  const { rows } = await pool.query<Row>({ ...LIST, values: [params.owner] });
  return { projects: joined(rows), next_cursor: null };
});

process.once('disconnect', () => process.exit());
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send?.('listening');
