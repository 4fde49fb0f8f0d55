import type { ClusterNode, ClusterOptions, RedisOptions } from 'ioredis';

import { type ClusterAddress, connectorToPrimary, type NodeAddress } from './cluster-connector.js';

const ADDRESS =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^@/?#]*)@)?(?<hosts>[^/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const PORT = 6379;
const SENTINEL_PORT = 26_379;

/** Milliseconds until a Sentinel that does not answer is passed over. */
const SENTINEL_TIMEOUT_MS = 1000;
const SENTINEL_RETRY_MS = 200;

/**
 * The ioredis options of an address:
 * - `redis://user:password@host:6379/0`, `rediss://` with TLS;
 * - `redis+sentinel://user:password@host1:26379,host2:26379/name/0` (with TLS `rediss+sentinel://`), whose Sentinels
 *   may have a login of their own: `?sentinel_username=…&sentinel_password=…`;
 * - `redis+cluster://user:password@host1:6379,host2:6379` (with TLS `rediss+cluster://`): some nodes of a Redis Cluster.
 *   `?map=10.0.0.1:6379=redis.example.com:7001` says where a node is reached, for each that announces another address.
 * @param ca certificates (PEM) that servers are trusted by; those of Node without it
 * @param key a connection to a cluster goes to the primary that has this key; without one, to any primary
 * @throws Error that says what an address looks like, and nothing of this one
 */
export function redisOptions(address: string, ca?: string, key?: string): RedisOptions {
  const { kind, hosts, segments, query, tls, ...parts } = parse(address, ca);
  const common = { ...loginOf(parts.login), ...tls };
  if (kind === 'cluster') {
    const Connector = connectorToPrimary(clusterAddress(hosts, segments, query), key);
    return { ...common, Connector };
  }
  if (kind === undefined) {
    const [host, ...more] = hosts;
    if (host === undefined || more.length > 0 || segments.length > 1) throw new Error(WHAT_IT_IS);
    return { ...hostAndPort(host, PORT), ...common, db: databaseNumber(segments[0]) };
  }
  const [name, database, ...more] = segments;
  if (name === undefined || more.length > 0) throw new Error(WHAT_IT_IS);
  return {
    ...common,
    ...sentinelOptions(query, tls),
    sentinels: hosts.map((host) => hostAndPort(host, SENTINEL_PORT)),
    name: decode(name),
    db: databaseNumber(database),
  };
}

/** What ioredis' `Cluster` takes for the address of a Redis Cluster; undefined for another address. */
export function clusterOptions(
  address: string,
  ca?: string,
): { startupNodes: ClusterNode[]; options: ClusterOptions } | undefined {
  const { kind, hosts, segments, query, tls, login } = parse(address, ca);
  if (kind !== 'cluster') return undefined;
  const { nodes, mapped } = clusterAddress(hosts, segments, query);
  return {
    startupNodes: [...nodes],
    options: {
      redisOptions: { ...loginOf(login), ...tls },
      natMap: (announced) => mapped.get(announced) ?? null,
      // Certificates name hosts, not their addresses.
      dnsLookup: (host, found) => found(null, host),
    },
  };
}

const WHAT_IT_IS =
  'is no address of a Redis: redis://host:6379/0, rediss://host:6379/0, redis+sentinel://host1:26379,host2:26379/name/0 or redis+cluster://host1:6379,host2:6379';

function parse(address: string, ca: string | undefined) {
  const { scheme, kind, login, hosts, path, query } = ADDRESS.exec(address)?.groups ?? {};
  if (scheme === undefined || hosts === undefined) throw new Error(WHAT_IT_IS);
  return {
    ...{ kind, login, hosts: hosts.split(','), query: new URLSearchParams(query) },
    segments: (path ?? '').split('/').slice(1).filter(Boolean),
    tls: scheme === 'rediss' ? { tls: { ...(ca !== undefined && { ca }) } } : {},
  };
}

function clusterAddress(
  hosts: readonly string[],
  segments: readonly string[],
  query: URLSearchParams,
): ClusterAddress {
  // A cluster has no numbered databases.
  if (segments.length > 0) throw new Error(WHAT_IT_IS);
  const mapped = query.getAll('map').map((pair): [string, NodeAddress] => {
    const [announced = '', reached = ''] = pair.split('=');
    const { host, port } = hostAndPort(announced, PORT);
    return [`${host}:${port}`, hostAndPort(reached, PORT)];
  });
  return { nodes: hosts.map((host) => hostAndPort(host, PORT)), mapped: new Map(mapped) };
}

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

function hostAndPort(text: string, defaultPort: number): NodeAddress {
  const { host, port } =
    /^(?<host>\[[^\]]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {};
  if (host === undefined || Number(port) > 65_535) throw new Error(WHAT_IT_IS);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
}

function databaseNumber(text = '0'): number {
  if (!/^\d+$/.test(text)) throw new Error(WHAT_IT_IS);
  return Number(text);
}
