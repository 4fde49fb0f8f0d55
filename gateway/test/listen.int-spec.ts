import { networkInterfaces } from 'node:os';

import { testGateway } from './support/test-gateway.js';

const gateway = testGateway();

/** An address of this machine that others may reach, if it has one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === 'IPv4')?.address;

const statusAt = async (host: string, port: string) =>
  (await fetch(`http://${host}:${port}/health/live`)).status;

test('a gateway for this machine answers on both loopback addresses and on no other', async () => {
  await using replica = await gateway.replica({ HOST: 'localhost' });
  const { port } = new URL(replica.url);
  expect(await statusAt('127.0.0.1', port)).toBe(200);
  expect(await statusAt('[::1]', port)).toBe(200);
  if (outside !== undefined) await expect(statusAt(outside, port)).rejects.toThrow('fetch failed');
});

test('a gateway that ends closes its port on both loopback addresses', async () => {
  const replica = await gateway.replica({ HOST: 'localhost' });
  const { port } = new URL(replica.url);
  expect(await statusAt('[::1]', port)).toBe(200);
  await replica.close();
  await expect(statusAt('[::1]', port)).rejects.toThrow('fetch failed');
  await expect(statusAt('127.0.0.1', port)).rejects.toThrow('fetch failed');
});

test('a gateway without a host answers on every address', async () => {
  await using replica = await gateway.replica({ HOST: '' });
  const { port } = new URL(replica.url);
  expect(await statusAt('[::1]', port)).toBe(200);
  if (outside !== undefined) expect(await statusAt(outside, port)).toBe(200);
});
