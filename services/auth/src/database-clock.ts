import { type FindOperator, Raw } from 'typeorm';

// The database's clock decides what has expired, because the clocks of replicas may differ.

const compare = (sql: (column: string) => string) => Raw(sql) as FindOperator<Date>;

/** Matches times that are still to come. */
export const inFuture = (): FindOperator<Date> => compare((column) => `${column} > now()`);

/** Matches times less than `seconds` ago. */
export const newerThan = (seconds: number): FindOperator<Date> =>
  compare((column) => `${column} > now() - ${seconds} * interval '1 second'`);

export const olderThan = (seconds: number): FindOperator<Date> =>
  compare((column) => `${column} <= now() - ${seconds} * interval '1 second'`);

/** Values to write. */
export const now = () => 'now()';
export const afterMs = (ms: number) => () => `now() + ${ms} * interval '1 millisecond'`;
