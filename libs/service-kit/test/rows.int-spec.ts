import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { testDatabase } from './support/test-database.js';

const { dataSource } = testDatabase();
const SCRIPT = join(import.meta.dirname, 'support/read-samples.ts');
const REGISTER = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');

const sample = {
  key: '01890a5d-ac96-774b-bcce-b302099a8057',
  digest: String.raw`\x00ff`,
  isOpen: true,
  reply: { day: '2026-12-24', bytes: 9_007_199_254_740_991 },
  day: '2026-12-24',
  noDay: null,
  days: ['2026-03-29', '2026-10-25'],
  at: '2026-12-31T23:59:59.999Z',
  times: ['2026-03-29T01:30:00.000Z'],
  price: '1234567890123.10',
  prices: ['0.10', '1234567890123456789.5'],
  bytes: 9_007_199_254_740_991,
  sizes: [0, 9_007_199_254_740_991],
  length: 'P0Y1M2DT3H4M5S',
  tags: ['a,b', 'c"d', ''],
};

beforeAll(() =>
  dataSource.query(`CREATE TABLE samples (
    id integer PRIMARY KEY, key uuid, digest bytea, is_open boolean, reply jsonb, day date, no_day date, days date[], at_time timestamptz(3),
    times timestamptz[], price numeric, prices numeric[], bytes bigint, sizes bigint[],
    length interval, tags text[])`),
);

test.each([
  [1, 'UTC'],
  [2, 'America/St_Johns'],
  [3, 'Pacific/Auckland'],
])('row %i is what was written, by whichever way it is read, in %s', async (id, TZ) => {
  const row = { id, ...sample };
  const asRead = { ...row, digest: Buffer.from([0, 255]).toJSON() };
  const args = ['--conditions', 'workspace-source', '--import', REGISTER, SCRIPT];
  const env = { ...process.env, TZ };
  const run = promisify(execFile)(process.execPath, [...args, JSON.stringify(row)], { env });
  const [, zone, read = '{}'] = /^(\S+) (.*)$/.exec((await run).stdout) ?? [];
  expect(zone).toBe(TZ);
  const { created, one, shared, locked, updated } = JSON.parse(read) as Record<string, object>;
  expect({ created, one, shared, locked, updated }).toEqual({
    ...{ created: asRead, one: asRead, shared: asRead, locked: asRead, updated: asRead },
  });
});
