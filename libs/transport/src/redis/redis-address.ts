import type { RedisOptions } from 'ioredis';

const ADDRESS =
  /^(?<scheme>rediss?)(?<sentinel>\+sentinel)?:\/\/(?:(?<login>[^@/?#]*)@)?(?<hosts>[^/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const PORT = 6379;
const SENTINEL_PORT = 26_379;

/** Milliseconds until a Sentinel that does not answer is passed over. */
const SENTINEL_TIMEOUT_MS = 1000;
const SENTINEL_RETRY_MS = 200;

/**
 * The ioredis options of an address: `redis://user:password@host:6379/0`, `rediss://` with TLS, or
 * `redis+sentinel://user:password@host1:26379,host2:26379/name/0` (with TLS `rediss+sentinel://`), whose Sentinels
 * may have a login of their own: `?sentinel_username=…&sentinel_password=…`.
 * @param ca certificates (PEM) that servers are trusted by; those of Node without it
 * @throws Error that says what an address looks like, and nothing of this one
 */
export function redisOptions(address: string, ca?: string): RedisOptions {
  const { scheme, sentinel, login, hosts, path, query } = ADDRESS.exec(address)?.groups ?? {};
  if (scheme === undefined || hosts === undefined) throw new Error(WHAT_IT_IS);
  const tls = scheme === 'rediss' ? { tls: { ...(ca !== undefined && { ca }) } } : {};
  const segments = (path ?? '').split('/').slice(1).filter(Boolean);
  const common = { ...loginOf(login), ...tls };
  if (sentinel === undefined) {
    const [host, ...more] = hosts.split(',');
    if (host === undefined || more.length > 0 || segments.length > 1) throw new Error(WHAT_IT_IS);
    return { ...hostAndPort(host, PORT), ...common, db: databaseNumber(segments[0]) };
  }
  const [name, database, ...more] = segments;
  if (name === undefined || more.length > 0) throw new Error(WHAT_IT_IS);
  return {
    ...common,
    ...sentinelOptions(new URLSearchParams(query), tls),
    sentinels: hosts.split(',').map((host) => hostAndPort(host, SENTINEL_PORT)),
    name: decode(name),
    db: databaseNumber(database),
  };
}

const WHAT_IT_IS =
  'is no address of a Redis: redis://host:6379/0, rediss://host:6379/0 or redis+sentinel://host1:26379,host2:26379/name/0';

function sentinelOptions(query: URLSearchParams, { tls }: Pick<RedisOptions, 'tls'>): RedisOptions {
  const sentinelUsername = query.get('sentinel_username');
  const sentinelPassword = query.get('sentinel_password');
  return {
    ...(sentinelUsername !== null && { sentinelUsername }),
    ...(sentinelPassword !== null && { sentinelPassword }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    sentinelRetryStrategy: () => SENTINEL_RETRY_MS,
  };
}

function loginOf(login: string | undefined): Pick<RedisOptions, 'username' | 'password'> {
  if (!login) return {};
  const at = login.indexOf(':');
  const [username, password] = at < 0 ? [login, ''] : [login.slice(0, at), login.slice(at + 1)];
  return {
    ...(username && { username: decode(username) }),
    ...(password && { password: decode(password) }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Error(WHAT_IT_IS, { cause });
  }
}

function hostAndPort(text: string, defaultPort: number): { host: string; port: number } {
  const { host, port } =
    /^(?<host>\[[^\]]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {};
  if (host === undefined || Number(port) > 65_535) throw new Error(WHAT_IT_IS);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
}

function databaseNumber(text = '0'): number {
  if (!/^\d+$/.test(text)) throw new Error(WHAT_IT_IS);
  return Number(text);
}
