import { type Costs, type Habits, type RowBytes, sizeFor } from './model.ts';

const habits: Habits = {
  activeShare: 0.5,
  projects: 10,
  files: 2,
  fileBytes: 1000,
  perDay: { list: 36, get: 0, create: 0, login: 0, upload: 3.6, download: 3.6 },
  busiestHourShare: 0.1,
};
const free = { own: 0, postgres: 0 };
const costs: Costs = {
  list: { own: 2, postgres: 1 },
  get: free,
  create: free,
  login: free,
  upload: { own: 10, postgres: 0, 'object-store': 5 },
  download: free,
};
const rows: RowBytes = { account: 100, session: 50, project: 20, file: 30 };

describe('the size for 2,000 users', () => {
  const size = sizeFor(2000, habits, costs, rows);

  test('counts the requests of those who come, in their busiest hour', () => {
    expect(size.requestsPerSecond).toBeCloseTo(1.2);
  });

  test('plans twice the processors that are busy then', () => {
    expect(size.cores.own).toBeCloseTo((2 * (1 * 2 + 0.1 * 10)) / 1000);
    expect(size.cores.postgres).toBeCloseTo((2 * 1) / 1000);
    expect(size.cores['object-store']).toBeCloseTo((2 * 0.1 * 5) / 1000);
  });

  test('adds up what everybody keeps, not only those who come', () => {
    expect(size.databaseBytes).toBe(2000 * (100 + 50 + 10 * 20 + 2 * 30));
    expect(size.objectBytes).toBe(2000 * 2 * 1000);
    expect(size.transferBytesPerSecond).toBeCloseTo(200);
  });
});
