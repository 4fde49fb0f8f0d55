import { withDefaults as clientDefaults } from './client/client-options.js';
import { withDefaults as serverDefaults } from './server/server-options.js';

const redisUrl = 'redis://localhost';
const wrong = (options: object) => () => clientDefaults(options as { redisUrl: string });

test('an option that is left out, or undefined, has its default', () => {
  const options = { redisUrl, timeoutMs: undefined, maxQueued: 5 } as unknown as {
    redisUrl: string;
  };
  expect(clientDefaults(options)).toMatchObject({ timeoutMs: 5_000, maxQueued: 5, prefix: 'rpc' });
});

test.each([
  [{}, 'redisUrl is no address of a Redis: redis://host:6379/0'],
  [{ redisUrl: 'localhost:6379' }, 'redisUrl is no address of a Redis: redis://host:6379/0'],
  [
    { redisUrl, timeoutMS: 1 },
    '"timeoutMS" is no option; there are eventRoutes, ioredis, maxMessageBytes',
  ],
  [
    { redisUrl, timeoutMs: '5s' },
    'timeoutMs has to be milliseconds, above 0 and at most 2147483647',
  ],
  [{ redisUrl, maxQueued: 0 }, 'maxQueued has to be a number above 0'],
  [{ redisUrl, signingKey: '' }, 'signingKey is empty: give 32 random characters or more'],
  [
    { redisUrl, ioredis: { family: 6, keyPrefix: 'a' } },
    'ioredis.keyPrefix is for the transport to decide; there are connectionName, family, keepAlive, ',
  ],
])('%j is refused: %s', (options, sentence) => {
  expect(wrong(options)).toThrow(sentence);
});

test('a server has to know its service, and to beat before it counts as dead', () => {
  expect(() => serverDefaults({ redisUrl, service: '' })).toThrow('service is missing');
  expect(() => serverDefaults({ redisUrl, service: 'a', heartbeatMs: 900 })).toThrow(
    'heartbeatMs has to be below deadAfterMs',
  );
});

test('an address that is refused is not repeated, for it may hold a password', () => {
  expect(wrong({ redisUrl: 'redis://:hush@host:port' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hush') as string }) as Error,
  );
});
