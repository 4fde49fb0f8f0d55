import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { createRedis, type RedisCommands } from '../src/index.js';

Logger.overrideLogger(false);

let proxy: TcpProxy;
let redis: RedisCommands;

beforeEach(async () => {
  proxy = await TcpProxy.to(() => process.env.REDIS_URL ?? '');
  redis = createRedis({ REDIS_URL: `redis://${proxy.address}` });
  await redis.ping();
});
afterEach(async () => {
  redis.disconnect();
  await proxy.close().catch(() => undefined);
  // Waits for the last warning of this connection, so that the next test does not count it.
  await eventually(() => expect(['end', 'reconnecting']).toContain(redis.status));
});

test('[F4 f] a connection that stops answering fails its commands and is replaced', async () => {
  proxy.stall();
  await expect(redis.ping()).rejects.toThrow('Command timed out');
  await eventually(async () => expect(await redis.ping()).toBe('PONG'));
});

test('while Redis is away commands fail, and one warning is logged', async () => {
  using warn = jest.spyOn(Logger.prototype, 'warn');
  await proxy.close();
  for (let n = 0; n < 3; n += 1) await expect(redis.ping()).rejects.toThrow();
  expect(warn).toHaveBeenCalledTimes(1);
});
