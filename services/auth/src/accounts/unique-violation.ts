import { QueryFailedError } from 'typeorm';

/** SQLSTATE of a violated unique index: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

/** Whether a write failed because a unique value already exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { code?: unknown };
  return code === UNIQUE_VIOLATION;
}
