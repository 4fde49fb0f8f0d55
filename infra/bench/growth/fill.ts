import type { Stores } from '../subjects/stores.ts';

/** Owners of the rows that are only there to be many. */
const OTHER_OWNERS = 10_000;

/** The index that finds titles: made after the rows it takes a tenth of the time. */
const SEARCH_INDEX = `
  CREATE INDEX IF NOT EXISTS projects_search ON projects.projects
  USING gin (owner_id, (title || E'\\n' || client) public.gin_trgm_ops)`;

const INSERT = `
  INSERT INTO projects.projects (id, owner_id, title, client, contact, status, description, created_at)
  SELECT uuidv7(), OWNER, 'Wedding of Ana and Luis, part ' || n, 'Ana Duarte', 'ana@example.com',
         (ARRAY['todo', 'review', 'done', 'blocked'])[1 + n % 4],
         'Two photographers, one videographer, church and garden, 480 selects.',
         now() - n * interval '1 second'
    FROM generate_series(1, $1::int) n`;

export interface Owner {
  id: string;
  projects: number;
}

/** Gives every owner their number of projects, and as many to others as `total` asks for; what is there is kept. */
export async function fill(
  stores: Stores,
  database: string,
  owners: readonly Owner[],
  total: number,
): Promise<void> {
  await stores.sql(database, async (client) => {
    const count = async (where = '', values: unknown[] = []) => {
      const text = `SELECT count(*)::int AS count FROM projects.projects ${where}`;
      return (await client.query<{ count: number }>(text, values)).rows[0]?.count ?? 0;
    };
    const missing = total - (await count());
    if (missing > 10_000) await client.query('DROP INDEX projects.projects_search');
    for (const { id, projects } of owners) {
      const lacking = projects - (await count('WHERE owner_id = $1', [id]));
      await client.query('INSERT INTO projects.owners (id) VALUES ($1) ON CONFLICT DO NOTHING', [
        id,
      ]);
      await client.query(INSERT.replace('OWNER', '$2::uuid'), [Math.max(0, lacking), id]);
    }
    // Owners made from a number, so that each has about the same number of projects.
    const other = `md5('owner ' || n % ${OTHER_OWNERS})::uuid`;
    await client.query(INSERT.replace('OWNER', other), [Math.max(0, total - (await count()))]);
    await client.query(SEARCH_INDEX);
    await client.query('VACUUM ANALYZE projects.projects');
  });
}
