import type { Operation } from '../bench/subjects/subject.ts';

/** What one user has and does. These are assumptions: put your own in their place. */
export interface Habits {
  /** Part of all users who come on a day. */
  activeShare: number;
  projects: number;
  files: number;
  fileBytes: number;
  /** Requests of an active user on a day. */
  perDay: Record<Operation, number>;
  /** Part of a day's requests that falls into its busiest hour. */
  busiestHourShare: number;
}

export const HABITS: Habits = {
  activeShare: 0.1,
  projects: 20,
  files: 3,
  fileBytes: 1024 * 1024,
  perDay: { list: 40, get: 20, create: 2, login: 0.5, upload: 1, download: 5 },
  busiestHourShare: 0.15,
};

/** Milliseconds of processor time of one request, in our processes and in each store. */
export type Costs = Record<Operation, Record<string, number>>;

/** Bytes in PostgreSQL of one row with its share of the indexes. */
export type RowBytes = Record<'account' | 'session' | 'project' | 'file', number>;

/** Processors are planned to be busy for this part of the busiest hour, so that bursts and a lost machine fit in. */
const LOAD = 0.5;
const HOUR_S = 3600;

/** What so many users ask for in the busiest hour, and what they keep. */
export interface Size {
  users: number;
  requestsPerSecond: number;
  /** Processors of our processes together, and of each store. */
  cores: Record<string, number>;
  /** Bytes of files through the gateways each second. */
  transferBytesPerSecond: number;
  databaseBytes: number;
  objectBytes: number;
}

export function sizeFor(users: number, habits: Habits, costs: Costs, rows: RowBytes): Size {
  const operations = Object.keys(habits.perDay) as Operation[];
  const perSecond = (operation: Operation): number =>
    (users * habits.activeShare * habits.perDay[operation] * habits.busiestHourShare) / HOUR_S;
  const sum = (value: (operation: Operation) => number): number =>
    operations.reduce((total, operation) => total + value(operation), 0);
  const parts = [...new Set(operations.flatMap((operation) => Object.keys(costs[operation])))];
  const cores = parts.map((part) => {
    const busyMs = sum((operation) => perSecond(operation) * (costs[operation][part] ?? 0));
    return [part, busyMs / 1000 / LOAD] as const;
  });
  const rowsOfUser =
    rows.account + rows.session + habits.projects * rows.project + habits.files * rows.file;
  return {
    users,
    requestsPerSecond: sum(perSecond),
    cores: Object.fromEntries(cores),
    transferBytesPerSecond: (perSecond('upload') + perSecond('download')) * habits.fileBytes,
    databaseBytes: users * rowsOfUser,
    objectBytes: users * habits.files * habits.fileBytes,
  };
}
