import {
  RedisStreamsClient,
  RedisStreamsServer,
  type RedisStreamsServerOptions,
} from '../src/index.js';

type Address = Pick<
  RedisStreamsServerOptions,
  'redisUrl' | 'prefix' | 'signingKey' | 'concurrency'
>;

export const serverOptions = (address: Address) => ({
  strategy: new RedisStreamsServer({ service: 'bench', ...address }),
});

export const createClient = ({ concurrency: _, ...address }: Address) =>
  new RedisStreamsClient(address);
