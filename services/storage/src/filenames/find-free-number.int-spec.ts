import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import { StorageUnderTest } from '../../test/storage-under-test.js';
import { FIND_FREE_NUMBER, findFreeNumber } from './find-free-number.js';
import { numberedName, withNumber } from './numbered-name.js';

let storage: StorageUnderTest;

beforeAll(async () => {
  storage = await StorageUnderTest.start();
});
afterAll(() => storage.stop());

/** Creates a project that has files of these names. */
async function aProjectWith(filenames: readonly string[]): Promise<string> {
  const projectId = randomUUID();
  await storage.dataSource.query(
    `INSERT INTO files (id, user_id, project_id, filename, object_key, size, content_type)
     SELECT gen_random_uuid(), $1, $2, filename, gen_random_uuid(), 1, 'text/plain'
       FROM unnest($3::text[]) AS filename`,
    [randomUUID(), projectId, filenames],
  );
  return projectId;
}

const find = (projectId: string, name: string, after = 1) =>
  findFreeNumber(storage.dataSource.manager, projectId, numberedName(name), after);

const numbersUpTo = (last: number) => Array.from({ length: last - 1 }, (_, index) => index + 2);
const named = (name: string) => (number: number) => withNumber(numberedName(name), number);

test('numbers without a gap are followed by the next one', async () => {
  for (const last of [1, 2, 3, 7, 8, 9, 100, 1023, 1024]) {
    const projectId = await aProjectWith(['a.jpg', ...numbersUpTo(last).map(named('a.jpg'))]);
    expect(await find(projectId, 'a.jpg')).toBe(last + 1);
  }
});

test('a year in parentheses does not raise the next number', async () => {
  const projectId = await aProjectWith(['Wedding.jpg', 'Wedding (2023).jpg']);
  expect(await find(projectId, 'Wedding.jpg')).toBe(2);
});

test('a name of the full length is shortened for each further digit', async () => {
  const name = `${'ß'.repeat(251)}.jpg`;
  const projectId = await aProjectWith([name, ...numbersUpTo(99).map(named(name))]);
  expect(await find(projectId, name)).toBe(100);
});

test('whichever numbers are taken, the number found is free and above the previous one', async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 2, max: 60 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 60 }), async (taken, after) => {
      const projectId = await aProjectWith(taken.map(named('a')));
      const number = await find(projectId, 'a', after);
      expect(number).toBeGreaterThan(after);
      expect(taken).not.toContain(number);
    }),
    { numRuns: 50 },
  );
});

test('a free number is found although every power of two is taken', async () => {
  const powers = Array.from({ length: 45 }, (_, index) => 2 ** (index + 1));
  const projectId = await aProjectWith(['a', ...powers.map(named('a'))]);
  const number = await find(projectId, 'a');
  expect(powers).not.toContain(number);
  expect(Number.isSafeInteger(number)).toBe(true);
});

test('the search reads a few of 5,000 files of one name', async () => {
  const projectId = await aProjectWith(['a.jpg', ...numbersUpTo(5000).map(named('a.jpg'))]);
  const { beforeNumber, behindNumber } = numberedName('a.jpg');
  const [row] = await storage.dataSource.query<[{ 'QUERY PLAN': [{ Plan: PlanNode }] }]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${FIND_FREE_NUMBER}`,
    [projectId, beforeNumber, behindNumber, 1],
  );
  const reads = nodesOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name']);
  // Each loop reads at most one row, because project and name are unique.
  expect(reads).toMatchObject([{ 'Index Name': 'files_project_id_filename_key' }]);
  expect(reads[0]?.['Actual Loops']).toBeLessThanOrEqual(2 * Math.log2(5000) + 1);
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
