import { type FindOperator, Raw } from 'typeorm';

// The database's clock decides what has expired, because the clocks of replicas may differ. Not `now()`: a transaction
// may have waited for a lock since it began.

export const inFuture = (): FindOperator<Date> =>
  Raw((column) => `${column} > clock_timestamp()`) as FindOperator<Date>;

export const inPast = (): FindOperator<Date> =>
  Raw((column) => `${column} <= clock_timestamp()`) as FindOperator<Date>;

/** A value to write. */
export const afterMs = (ms: number) => () => `clock_timestamp() + ${ms} * interval '1 millisecond'`;
