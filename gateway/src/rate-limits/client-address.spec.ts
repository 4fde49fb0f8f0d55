import { clientKey } from './client-address.js';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['unknown', 'unknown'],
])('%s is counted only as %s', (address, key) => {
  expect(clientKey(address)).toEqual([key]);
});

test('an IPv6 address is counted in each of its networks, the narrowest first', () => {
  expect(clientKey('2001:db8:1:1234:3:4:5:6')).toEqual([
    '2001:db8:1:1234::/64',
    '2001:db8:1:1200::/56',
    '2001:db8:1::/48',
    '2001:db8::/32',
  ]);
});

test.each([
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('%s is in %s in every spelling', (address, key) => {
  expect(clientKey(address)[0]).toBe(key);
});
