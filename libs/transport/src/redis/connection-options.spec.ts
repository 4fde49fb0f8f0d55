import { connectionOptions } from './connection-options.js';

const redisUrl = 'rediss://:secret@cache:7000';

test('options of ioredis add to what the address says', () => {
  const ioredis = { tls: { cert: 'MINE' }, family: 6 };
  expect(connectionOptions({ redisUrl, redisCa: 'PEM', ioredis })).toEqual({
    ...{ host: 'cache', port: 7000, db: 0, password: 'secret', family: 6 },
    tls: { ca: 'PEM', cert: 'MINE' },
  });
});

test('Sentinels are trusted by the certificates of the address, whatever they are told besides', () => {
  const ioredis = { sentinelTLS: { cert: 'MINE' } };
  const address = { redisUrl: 'rediss+sentinel://s1/mymaster', redisCa: 'PEM' };
  expect(connectionOptions({ ...address, ioredis })).toMatchObject({
    tls: { ca: 'PEM' },
    sentinelTLS: { ca: 'PEM', cert: 'MINE' },
  });
});
