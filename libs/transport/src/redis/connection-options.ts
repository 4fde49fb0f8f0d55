import type { RedisOptions } from 'ioredis';

import { redisOptions } from './redis-address.js';

/** The transport depends on the others. */
export const OPTIONS_OF_IOREDIS = [
  ...(['tls', 'sentinelTLS', 'natMap', 'username', 'password'] as const),
  ...(['family', 'keepAlive', 'connectionName'] as const),
] satisfies readonly (keyof RedisOptions)[];

export type OptionsOfIoredis = Pick<RedisOptions, (typeof OPTIONS_OF_IOREDIS)[number]>;

/** Options that must be the same on both sides of the transport. */
export interface ConnectionOptions {
  /** Address of a server or of its Sentinels, in the form that `redisOptions` describes. */
  readonly redisUrl: string;
  /** Certificates (PEM) that the server is trusted by over TLS. Default: those of Node. */
  readonly redisCa?: string | undefined;
  /** What the address cannot say, such as the certificate of a client in `tls`. Default: none. */
  readonly ioredis?: OptionsOfIoredis | undefined;
  /** Secret of the HMAC over every message, the same in every process. Default: unsigned. */
  readonly signingKey?: string | undefined;
  /** A second secret that is accepted but not signed with, while keys are changed one process after another. */
  readonly previousSigningKey?: string | undefined;
  /** First part of every key and channel. Default: `rpc`. */
  readonly prefix?: string;
}

/** What ioredis is told of one connection: what the address says, and what `ioredis` adds. */
export function connectionOptions({
  redisUrl,
  redisCa,
  ioredis = {},
}: Pick<ConnectionOptions, 'redisUrl' | 'redisCa' | 'ioredis'>): RedisOptions {
  const address = redisOptions(redisUrl, redisCa);
  const { tls, sentinelTLS } = ioredis;
  return {
    ...address,
    ...ioredis,
    ...(tls && { tls: { ...address.tls, ...tls } }),
    ...(sentinelTLS && { sentinelTLS: { ...address.sentinelTLS, ...sentinelTLS } }),
  };
}
