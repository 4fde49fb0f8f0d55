import { isWireError } from '@studiolo/contracts';

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);

/**
 * SQLSTATE classes of a server that is away or overloaded rather than wrong:
 * 08 connection, 53 resources, 57 operator intervention (57014 is our own statement time-out), 25P03 idle time-out.
 * 26000: a prepared statement is missing, because the query that should have prepared it failed.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQL_STATES = /^(08|53|57)|^(25P03|26000)$/;

/** Messages of node-postgres and TypeORM, which have no code, when the pool or a socket fails. */
const POOL_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  // The connection failed between two statements of a transaction.
  'Query runner already released',
  'Database connection provided by a query runner was already released',
];

/** Whether a query failed because the database could not be used, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || isWireError(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK_CODES.has(code) || SQL_STATES.test(code)) return true;
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  return POOL_MESSAGES.some((text) => message.includes(text));
}
