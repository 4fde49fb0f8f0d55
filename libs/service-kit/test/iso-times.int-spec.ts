import { runStatement } from '../src/index.js';
import { testDatabase } from './support/test-database.js';

const { dataSource } = testDatabase();

test.each([
  ['2026-11-01T09:30:00Z', '2026-11-01T09:30:00.000Z'],
  ['2026-11-01T09:30:00.1239+02:00', '2026-11-01T07:30:00.123Z'],
  ['2026-12-31T23:59:59.999999Z', '2026-12-31T23:59:59.999Z'],
])('%s is read as the string sent to clients', async (time, iso) => {
  const text = 'SELECT $1::timestamptz AS time';
  const rows = await runStatement(dataSource, { text }, [time]);
  expect(rows).toEqual([{ time: iso }]);
});
