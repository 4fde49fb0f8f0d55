import { databaseAddress } from './database-address.js';

const DATABASE = 'postgres://user:pa%2Css@db1:5432/studio';

test('an address with one host gives one connection', () => {
  expect(databaseAddress(DATABASE)).toEqual({
    hosts: [{ connectionString: `${DATABASE}?` }],
    mustFindPrimary: false,
  });
});

test('an address with several hosts gives a connection for each, of which one accepts writes', () => {
  const { hosts, mustFindPrimary } = databaseAddress(
    'postgresql://user:pass@db1,db2:5433,[::1]:5434/studio?application_name=x',
  );
  expect(hosts.map(({ connectionString }) => connectionString)).toEqual([
    'postgresql://user:pass@db1/studio?application_name=x',
    'postgresql://user:pass@db2:5433/studio?application_name=x',
    'postgresql://user:pass@[::1]:5434/studio?application_name=x',
  ]);
  expect(mustFindPrimary).toBe(true);
});

test('a single host can be checked for accepting writes', () => {
  const address = databaseAddress(`${DATABASE}?target_session_attrs=read-write`);
  expect(address.mustFindPrimary).toBe(true);
  expect(address.hosts[0]?.connectionString).not.toContain('target_session_attrs');
});

test.each([
  ['', undefined, undefined],
  ['', 'PEM', { ca: 'PEM' }],
  ['?sslmode=verify-full', undefined, {}],
  ['?sslmode=verify-full', 'PEM', { ca: 'PEM' }],
  ['?sslmode=require', 'PEM', { ca: 'PEM' }],
  ['?sslmode=no-verify', 'PEM', { rejectUnauthorized: false }],
  ['?sslmode=disable', 'PEM', false],
])('with %j and the certificates %s TLS is %j', (query, ca, ssl) => {
  expect(databaseAddress(`${DATABASE}${query}`, ca).hosts[0]?.ssl).toEqual(ssl);
});

test.each([
  'mysql://host/db',
  'postgres://',
  'postgres://user:secret@host:port/db',
  'postgres://user:secret@h1,:5432/db',
  'postgres://user:secret@h1/db?target_session_attrs=standby',
  'postgres://user:secret@h1/db?sslmode=prefer',
])('%s is refused without being repeated', (address) => {
  expect(() => databaseAddress(address)).toThrow(/^(is no address|asks for)(?!.*secret)/);
});
