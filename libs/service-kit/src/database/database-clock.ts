import { type FindOperator, Raw } from 'typeorm';

// The database's clock decides what has expired, because the clocks of replicas may differ. Not `now()`: a transaction
// may have waited for a lock since it began.

const compare = (sql: (column: string) => string) => Raw(sql) as FindOperator<Date>;

/** Matches times that are still to come. */
export const inFuture = (): FindOperator<Date> =>
  compare((column) => `${column} > clock_timestamp()`);

/** Matches times that are at least `seconds` ago. */
export const olderThan = (seconds: number): FindOperator<Date> =>
  compare((column) => `${column} <= clock_timestamp() - ${seconds} * interval '1 second'`);
/** Matches times that are less than `seconds` ago. */
export const newerThan = (seconds: number): FindOperator<Date> =>
  compare((column) => `${column} > clock_timestamp() - ${seconds} * interval '1 second'`);

/** Values to write; `ms` may be a parameter of the SQL, such as `$2`. */
export const now = () => 'clock_timestamp()';
export const afterMs = (ms: number | string) => () =>
  `clock_timestamp() + ${ms} * interval '1 millisecond'`;
