import type { DataSource } from 'typeorm';

import { isoTimes, isoTimeSql, runStatement } from '../src/index.js';
import { TestDatabase } from './support/test-database.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await TestDatabase.create();
  dataSource = await database.connect();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

test.each([
  ['2026-11-01T09:30:00Z', '2026-11-01T09:30:00.000Z'],
  ['2026-11-01T09:30:00.1239+02:00', '2026-11-01T07:30:00.123Z'],
  ['2026-12-31T23:59:59.999999Z', '2026-12-31T23:59:59.999Z'],
])('%s is the same string from a column and from JSON', async (time, iso) => {
  const text = `SELECT time, jsonb_build_object('time', ${isoTimeSql('time')}) AS json
                  FROM (SELECT $1::timestamptz AS time) AS times`;
  const rows = await runStatement(dataSource, { text, types: isoTimes }, [time]);
  expect(rows).toEqual([{ time: iso, json: { time: iso } }]);
});
