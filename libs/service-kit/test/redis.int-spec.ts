import { Logger } from '@nestjs/common';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import type { Redis } from 'ioredis';

import { createRedis } from '../src/index.js';

const warnings: string[] = [];
class Recorder {
  log = () => undefined;
  error = () => undefined;
  warn = (message: string) => warnings.push(message);
}

let proxy: TcpProxy;
let redis: Redis;

beforeEach(async () => {
  warnings.length = 0;
  Logger.overrideLogger(new Recorder());
  proxy = await TcpProxy.to(() => process.env.REDIS_URL ?? '');
  redis = createRedis({ REDIS_URL: `redis://${proxy.address}` });
  await redis.ping();
});
afterEach(async () => {
  redis.disconnect();
  await proxy.close().catch(() => undefined);
  // Waits for the last warning of this connection, so that the next test does not count it.
  await eventually(() => expect(['end', 'reconnecting']).toContain(redis.status));
  Logger.overrideLogger(false);
});

test('[F4 f] a connection that stops answering fails its commands and is replaced', async () => {
  proxy.stall();
  await expect(redis.ping()).rejects.toThrow('Command timed out');
  await eventually(async () => expect(await redis.ping()).toBe('PONG'));
});

test('while Redis is away commands fail, and one warning is logged', async () => {
  await proxy.close();
  for (let n = 0; n < 3; n += 1) await expect(redis.ping()).rejects.toThrow();
  expect(warnings).toHaveLength(1);
});
