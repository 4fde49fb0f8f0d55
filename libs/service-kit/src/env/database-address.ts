import type { ClientConfig } from 'pg';

const ADDRESS =
  /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^@/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const WHAT_IT_IS =
  'is no address of a PostgreSQL: postgres://user:password@host:5432/database, or several hosts with commas between them';
/** Allowed values of `target_session_attrs`: a service cannot use a standby. */
const TAKES_WRITES = ['read-write', 'primary'];
const VERIFIED = ['require', 'verify-ca', 'verify-full'];

export interface DatabaseAddress {
  /** Connection settings of each host. */
  readonly hosts: readonly ClientConfig[];
  /** Whether the client must find the host that accepts writes. */
  readonly mustFindPrimary: boolean;
}

/**
 * Reads `postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write&sslmode=verify-full`.
 * TLS always verifies the server, unless `sslmode=no-verify`; it is on when certificates are given.
 * @param ca CA certificates (PEM) that verify servers; Node's by default
 * @throws Error that explains the form of an address without quoting this one
 */
export function databaseAddress(address: string, ca?: string): DatabaseAddress {
  const { start, hosts, path = '', query } = ADDRESS.exec(address)?.groups ?? {};
  if (start === undefined || hosts === undefined) throw new Error(WHAT_IT_IS);
  const parameters = new URLSearchParams(query);
  const target = take(parameters, 'target_session_attrs');
  if (target !== undefined && !TAKES_WRITES.includes(target)) {
    throw new Error('asks for another target_session_attrs than read-write');
  }
  const ssl = sslOptions(take(parameters, 'sslmode'), ca);
  const rest = `${path}?${parameters.toString()}`;
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`);
  if (!urls.every((url) => URL.canParse(url))) throw new Error(WHAT_IT_IS);
  return {
    hosts: urls.map((connectionString) => ({
      connectionString,
      ...(ssl !== undefined && { ssl }),
    })),
    mustFindPrimary: urls.length > 1 || target !== undefined,
  };
}

function take(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name) ?? undefined;
  parameters.delete(name);
  return value;
}

function sslOptions(mode: string | undefined, ca: string | undefined): ClientConfig['ssl'] {
  if (mode === undefined) return ca === undefined ? undefined : { ca };
  if (mode === 'disable') return false;
  if (mode === 'no-verify') return { rejectUnauthorized: false };
  if (VERIFIED.includes(mode)) return { ...(ca !== undefined && { ca }) };
  throw new Error('asks for another sslmode than disable, require, verify-full or no-verify');
}
