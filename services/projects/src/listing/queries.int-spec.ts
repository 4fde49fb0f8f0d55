import { projectMessages as messages, projectSorts } from '@studiolo/contracts';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../../test/support/projects-service.js';
import { encodeCursor } from './cursor.js';
import { pageQuery } from './queries.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const BIG = 50_000;
const SMALL = 20;
/** Rows that one statement can change well within its time-out. */
const BATCH = 2_000;

const service = new ProjectsService();
const bigOwner = uuidv7();
const smallOwner = uuidv7();

/** Every project is a wedding, and one in a thousand is in Lisbon. */
const fill = (userId: string, first: number, last: number) =>
  service.sql(
    `INSERT INTO projects (id, user_id, title, client, search_text, status, created_at)
     SELECT gen_random_uuid(), $1, title, client, lower(title || E'\\n' || client), 'todo',
            now() - n * interval '1 minute'
       FROM generate_series($2::integer, $3::integer) AS n,
            concat('Wedding ', n, CASE WHEN n % 1000 = 7 THEN ' Lisbon' END) AS title,
            concat('Client ', n % 97) AS client`,
    [userId, first, last],
  );

beforeAll(async () => {
  await service.start();
  for (let last = BATCH; last <= BIG; last += BATCH) await fill(bigOwner, last - BATCH + 1, last);
  await fill(smallOwner, 1, SMALL);
  // Makes ANALYZE read all rows: a random sample must not decide about a plan.
  await service.sql('ALTER TABLE projects ALTER COLUMN search_text SET STATISTICS 1000');
  await service.sql('VACUUM ANALYZE projects');
}, 120_000);

afterAll(() => service.stop());

async function explain(sql: string, values: unknown[] = []): Promise<PlanNode> {
  const [row] = await service.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sql, values);
  return row!['QUERY PLAN'][0].Plan;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const blocksOf = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

const page = (userId: string, rest: object) =>
  pageQuery(messages.list.request.parse({ userId, page: { limit: SMALL, ...rest } }));

function runPage(userId: string, rest: object): Promise<PlanNode> {
  const { statement, values } = page(userId, rest);
  return explain(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`, values);
}

// Plans of one table: those of a partition have indexes with other names.
const describePlans = process.env.TEST_PARTITIONS ? describe.skip : describe;

describePlans('beside an owner of 50,000 projects', () => {
  test.each([
    ['projects_by_age', 'created_at', new Date().toISOString()],
    ['projects_by_change', 'updated_at', new Date().toISOString()],
    ['projects_by_title', 'title', 'wedding 7'],
    ['projects_by_client', 'client', 'client 7'],
    ['projects_by_progress', 'status', '0'],
  ] as const)('each page is one range of %s for any values', async (index, key, sortKey) => {
    for (const sort of [key, `-${key}`] as const) {
      const cursor = encodeCursor(sort, { sortKey, id: uuidv7() });
      for (const rest of [{}, { cursor }, { status: 'done' }]) {
        const { statement } = page(bigOwner, { sort, ...rest });
        const plan = await explain(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement.text}`);
        expect(nodesOf(plan).map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
        expect(nodesOf(plan).at(-1)?.['Index Name']).toBe(index);
      }
    }
  });

  test.each(projectSorts)(
    'a page by %s costs the big owner no more than the small one',
    async (sort) => {
      const [big, small] = [await runPage(bigOwner, { sort }), await runPage(smallOwner, { sort })];
      expect(blocksOf(small)).toBeLessThan(SMALL + 10);
      expect(blocksOf(big)).toBeLessThan(SMALL + 10);
    },
  );

  test.each(['wedding', 'w', 'lisbon', 'nowhere', '%'])(
    'a search for "%s" reads only a few blocks for the small owner',
    async (search) => {
      expect(blocksOf(await runPage(smallOwner, { search }))).toBeLessThan(100);
    },
  );

  test.each(['lisbon', 'nowhere'])(
    'a search for "%s" does not read all projects of the big owner',
    async (search) => {
      const plan = await runPage(bigOwner, { search });
      expect(nodesOf(plan).map((node) => node['Index Name'])).toContain('projects_search');
      expect(blocksOf(plan)).toBeLessThan(400);
    },
  );
});
