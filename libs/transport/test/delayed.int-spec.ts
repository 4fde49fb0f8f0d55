import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { type RedisStreamsClient, StreamRecord, type StreamRecordOptions } from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';
import { EVENTS } from './support/stage.js';

const signingKey = 'a signing key of at least thirty-two characters';
const DELAYED = 'rpc:orders:delayed';
const runs: { readonly name: string; readonly at: number }[] = [];
let redisNow: () => Promise<number>;

@Controller()
class Listener {
  @EventPattern<string>('order.unpaid')
  async remind(@Payload() name: string): Promise<void> {
    runs.push({ name, at: await redisNow() });
  }
}

describe.each(redisKinds)('delayed events on %s', (kind) => {
  let redis: RedisProcess;
  let client: RedisStreamsClient;
  let replicas: RunningService[];

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    const eventRoutes = { 'order.unpaid': ['orders'], 'order.shared': ['orders', 'absent'] };
    client = await connectedClient({ redisUrl: redis.url, signingKey, eventRoutes });
    redisNow = async () => {
      const [seconds, microseconds] = await client.unwrap()[0].time();
      return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
    };
  });

  beforeEach(() => {
    runs.length = 0;
    replicas = [];
  });

  afterEach(() => Promise.all(replicas.map((replica) => replica.close())));

  afterAll(async () => {
    client.close();
    await redis.stop();
  });

  const enter = async (count: number) => {
    const start = () => readyReplica(Listener, { redisUrl: redis.url, signingKey });
    replicas = await Promise.all(Array.from({ length: count }, start));
  };
  const emit = (name: string, options: StreamRecordOptions, pattern = 'order.unpaid') =>
    lastValueFrom(client.emit(pattern, new StreamRecord(name, options)), { defaultValue: null });
  const names = () => runs.map(({ name }) => name);

  async function expectNothingLeft(): Promise<void> {
    await eventually(async () => {
      expect(await client.unwrap()[0].xlen(EVENTS)).toBe(0);
      expect(await client.unwrap()[0].exists(DELAYED)).toBe(0);
      expect(await client.unwrap()[0].keys('rpc:orders:order:*')).toEqual([]);
    });
  }

  it('run once each on one of three replicas, and not before they are due', async () => {
    await enter(3);
    const emittedAt = await redisNow();
    const delays = Array.from({ length: 20 }, (_, at) => 300 + at * 20);
    for (const delayMs of delays) await emit(String(delayMs), { delayMs });
    await emit('at once', {});
    await eventually(() => expect(runs).toHaveLength(21));
    await expectNothingLeft();
    expect(new Set(names()).size).toBe(21);
    for (const { name, at } of runs) {
      if (name !== 'at once') expect(at).toBeGreaterThanOrEqual(emittedAt + Number(name));
    }
    expect(replicas.map(({ server }) => server.stats().refused)).toEqual([0, 0, 0]);
  });

  it('wait in Redis while no replica is there', async () => {
    await emit('due by now', { delayMs: 0 });
    await emit('due in an hour', { delayMs: 3_600_000 });
    await enter(1);
    await eventually(() => expect(names()).toEqual(['due by now']));
    await eventually(async () => expect(await client.unwrap()[0].zcard(DELAYED)).toBe(1));
    await client.unwrap()[0].del(DELAYED);
  });

  it('replace the same event that is waiting already', async () => {
    await emit('paid late', { delayMs: 3_600_000, messageId: 'reminder-1' });
    await emit('paid late', { delayMs: 0, messageId: 'reminder-1' });
    await enter(1);
    await eventually(() => expect(names()).toEqual(['paid late']));
    await expectNothingLeft();
  });

  it('with an order key take their place when they are due', async () => {
    await emit('delayed', { delayMs: 0, key: 'a"b' });
    await emit('first', { key: 'a"b' });
    await emit('second', { key: 'a"b' });
    expect(await client.unwrap()[0].llen('rpc:orders:order:a"b:queue')).toBe(2);
    await enter(3);
    await eventually(() => expect(runs).toHaveLength(3));
    expect(names().filter((name) => name !== 'delayed')).toEqual(['first', 'second']);
    await expectNothingLeft();
    expect(await client.unwrap()[0].exists('rpc:orders:waiting')).toBe(0);
  });

  it('are stored for every service of their route', async () => {
    await emit('shared', { delayMs: 60_000 }, 'order.shared');
    expect(await client.unwrap()[0].zcard(DELAYED)).toBe(1);
    expect(await client.unwrap()[0].zcard('rpc:absent:delayed')).toBe(1);
    await client.unwrap()[0].flushdb();
  });

  it('have a delay that makes sense, and are no requests', async () => {
    for (const delayMs of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(emit('never', { delayMs })).rejects.toThrow('delayMs has to be');
    }
    const asked = client.send('orders.place', new StreamRecord({}, { delayMs: 1 }));
    await expect(lastValueFrom(asked)).rejects.toThrow('are for events');
  });
});
