import { clusterOptions, redisOptions } from './redis-address.js';

test('an address of a server gives host, port, login and database', () => {
  expect(redisOptions('redis://localhost')).toEqual({ host: 'localhost', port: 6379, db: 0 });
  expect(redisOptions('redis://a%40b:p%3Aw:x@10.0.0.1:7000/12')).toEqual({
    ...{ host: '10.0.0.1', port: 7000, db: 12 },
    ...{ username: 'a@b', password: 'p:w:x' },
  });
  expect(redisOptions('redis://somebody@cache')).toEqual({
    ...{ host: 'cache', port: 6379, db: 0 },
    username: 'somebody',
  });
  expect(redisOptions('redis://:secret@[::1]:7000')).toEqual({
    ...{ host: '::1', port: 7000, db: 0 },
    password: 'secret',
  });
});

test('rediss:// is TLS, by the certificates given or those of Node', () => {
  expect(redisOptions('rediss://cache').tls).toEqual({});
  expect(redisOptions('rediss://cache', 'PEM').tls).toEqual({ ca: 'PEM' });
  expect(redisOptions('redis://cache', 'PEM').tls).toBeUndefined();
});

test('an address of Sentinels gives their hosts, the name of the primary, and both logins', () => {
  const address = 'redis+sentinel://user:pass@s1:26380,s2,[::1]:26381/mymaster/2';
  expect(redisOptions(`${address}?sentinel_username=watcher&sentinel_password=w%26`)).toMatchObject(
    {
      sentinels: [
        { host: 's1', port: 26_380 },
        { host: 's2', port: 26_379 },
        { host: '::1', port: 26_381 },
      ],
      name: 'mymaster',
      db: 2,
      username: 'user',
      password: 'pass',
      sentinelUsername: 'watcher',
      sentinelPassword: 'w&',
    },
  );
});

test('rediss+sentinel:// is TLS to Sentinels and servers alike', () => {
  expect(redisOptions('rediss+sentinel://s1/mymaster', 'PEM')).toMatchObject({
    tls: { ca: 'PEM' },
    sentinelTLS: { ca: 'PEM' },
    enableTLSForSentinelMode: true,
  });
});

test('an address of a cluster gives its nodes, where those are reached that announce another address, and the login', () => {
  const address = 'rediss+cluster://user:pass@n1:7000,n2,[::1]:7002';
  const map = '?map=10.0.0.1:7000=outside:1&map=10.0.0.2=[::1]:2';
  const { startupNodes, options } = clusterOptions(address + map, 'PEM') ?? {};
  expect(startupNodes).toEqual([
    { host: 'n1', port: 7000 },
    { host: 'n2', port: 6379 },
    { host: '::1', port: 7002 },
  ]);
  const login = { username: 'user', password: 'pass' };
  expect(options?.redisOptions).toEqual({ ...login, tls: { ca: 'PEM' } });
  const places = options?.natMap as (announced: string) => unknown;
  expect(places('10.0.0.1:7000')).toEqual({ host: 'outside', port: 1 });
  expect(places('10.0.0.2:6379')).toEqual({ host: '::1', port: 2 });
  expect(places('10.0.0.3:6379')).toBeNull();
  expect(redisOptions(address)).toMatchObject(login);
  expect(clusterOptions('redis://n1')).toBeUndefined();
});

test.each([
  'http://localhost',
  'stored-redis://localhost',
  'redis://',
  'redis://localhost/0#1',
  'redis://cache[::1]',
  'redis://[::1]cache',
  'redis://host/a0',
  'redis://host/0a',
  'redis://host:secret',
  'redis://host:99999',
  'redis://user:100%@host',
  'redis://h1,h2',
  'redis://host/one',
  'redis://host/0/1',
  'redis+cluster://n1,',
  'redis+cluster://n1/0',
  'redis+cluster://n1?map=10.0.0.1',
  'redis+sentinel://h1,h2',
  'redis+sentinel://h1,/name',
  'redis+sentinel://h1/name/0/1',
  'redis+sentinel://h1/100%',
])('%s is refused without being repeated', (address) => {
  expect(() => redisOptions(address)).toThrow(/^is no address of a Redis: redis:\/\/host:6379/);
});
