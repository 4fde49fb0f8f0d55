import {
  type ClientProxy,
  ClientRedis,
  ClientTCP,
  type MicroserviceOptions,
  Transport,
} from '@nestjs/microservices';

import { RedisStreamsClient, RedisStreamsServer } from '../src/index.js';

export const transportNames = ['streams', 'streams-signed', 'redis', 'tcp'] as const;
export type TransportName = (typeof transportNames)[number];

export interface Addresses {
  readonly redisPort: number;
  readonly tcpPort: number;
}

/** Long enough for a key, and no secret. */
const SIGNING_KEY = 'the benchmark signs with this key of 40 b.';

export interface ReplicaLimits {
  readonly concurrency?: number;
}

const streams = (name: TransportName, { redisPort }: Addresses) => ({
  redisUrl: `redis://127.0.0.1:${redisPort}`,
  prefix: name,
  ...(name === 'streams-signed' && { signingKey: SIGNING_KEY }),
});

export function serverOptions(
  name: TransportName,
  addresses: Addresses,
  limits: ReplicaLimits,
): MicroserviceOptions {
  const { redisPort, tcpPort } = addresses;
  switch (name) {
    case 'streams':
    case 'streams-signed':
      return {
        strategy: new RedisStreamsServer({
          service: 'bench',
          ...streams(name, addresses),
          ...limits,
        }),
      };
    case 'redis':
      return { transport: Transport.REDIS, options: { host: '127.0.0.1', port: redisPort } };
    case 'tcp':
      return { transport: Transport.TCP, options: { host: '127.0.0.1', port: tcpPort } };
  }
}

export type BenchClient = Pick<ClientProxy, 'connect' | 'send'>;

export function clientOf(name: TransportName, addresses: Addresses): BenchClient {
  const { redisPort, tcpPort } = addresses;
  switch (name) {
    case 'streams':
    case 'streams-signed':
      return new RedisStreamsClient(streams(name, addresses));
    case 'redis':
      return new ClientRedis({ host: '127.0.0.1', port: redisPort });
    case 'tcp':
      return new ClientTCP({ host: '127.0.0.1', port: tcpPort });
  }
}
