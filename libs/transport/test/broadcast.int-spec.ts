import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import { lastValueFrom } from 'rxjs';

import { DeadLetters, type RedisStreamsClient, RedisStreamsContext } from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';

const signingKey = 'a signing key of at least thirty-two characters';
const BROADCASTS = 'rpc:orders:broadcasts';

interface Heard {
  readonly price: number;
  readonly messageId: string;
}

/** A controller of its own for each replica, so that it is known who heard what. */
function listener(heard: Heard[]) {
  @Controller()
  class Listener {
    @EventPattern<string>('prices.changed', { broadcast: true })
    changed(@Payload() price: number, @Ctx() context: RedisStreamsContext): void {
      heard.push({ price, messageId: context.getMessageId() });
      if (price < 0) throw new Error('no such price');
    }

    @EventPattern<string>('prices.printed')
    printed(@Payload() price: number, @Ctx() context: RedisStreamsContext): void {
      heard.push({ price, messageId: context.getMessageId() });
    }
  }
  return Listener;
}

describe.each(redisKinds)('broadcast events on %s', (kind) => {
  let redis: RedisProcess;
  let proxy: TcpProxy;
  let client: RedisStreamsClient;
  let replicas: RunningService[];
  const heard: Heard[][] = [[], [], []];
  let missed = 0;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    proxy = await TcpProxy.to(() => redis.url);
    const options = { redisUrl: redis.url, signingKey, maxBroadcasts: 100 };
    const throughProxy = { redisUrl: `redis://${proxy.address}` };
    const own = [{}, {}, { ...throughProxy, onBroadcastsMissed: () => (missed += 1) }];
    replicas = await Promise.all(
      heard.map((list, at) => readyReplica(listener(list), { ...options, ...own[at] })),
    );
    const eventRoutes = { 'prices.changed': ['orders'], 'prices.printed': ['orders'] };
    client = await connectedClient({ redisUrl: redis.url, signingKey, eventRoutes });
  });

  beforeEach(() => {
    for (const list of heard) list.length = 0;
    missed = 0;
  });

  afterAll(async () => {
    client.close();
    await Promise.all(replicas.map((replica) => replica.close()));
    await proxy.close();
    await redis.stop();
  });

  const emit = (pattern: string, price: number) =>
    lastValueFrom(client.emit(pattern, price), { defaultValue: undefined });
  const disconnectLast = async () => {
    proxy.refuse();
    await eventually(() => expect(replicas[2]?.server.isReady()).toBe(false));
  };
  const pricesOf = (list: Heard[] | undefined) => list?.map(({ price }) => price);

  it('are handled once by each of three replicas under one message id, others by one of them', async () => {
    await emit('prices.printed', 7);
    await emit('prices.changed', 1);
    await eventually(() => expect(heard.flat()).toHaveLength(4));
    for (const list of heard) expect(pricesOf(list)).toContain(1);
    const ids = heard.flat().filter(({ price }) => price === 1);
    expect(new Set(ids.map(({ messageId }) => messageId)).size).toBe(1);
    expect(missed).toBe(0);
  });

  it('do not wait for a handler that has failed, and are not tried again, in the same order everywhere', async () => {
    await emit('prices.changed', -1);
    await emit('prices.changed', 2);
    await eventually(() => expect(heard.flat()).toHaveLength(6));
    expect(pricesOf(heard[0])?.toSorted()).toEqual([-1, 2]);
    for (const list of heard) expect(pricesOf(list)).toEqual(pricesOf(heard[0]));
  });

  it('reach a replica that was disconnected once it is back, in their order', async () => {
    await disconnectLast();
    for (const price of [3, 4, 5]) await emit('prices.changed', price);
    await eventually(() => expect(pricesOf(heard[0])?.toSorted()).toEqual([3, 4, 5]));
    const stored = pricesOf(heard[0]);
    expect(heard[2]).toEqual([]);
    proxy.heal();
    await eventually(() => expect(pricesOf(heard[2])).toEqual(stored));
    expect(missed).toBe(0);
  });

  it('are kept only so far, and a replica that was disconnected for longer is told', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await disconnectLast();
    for (let count = 50; count <= 300; count += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, at) => emit('prices.changed', count - at)));
      await eventually(() => expect(heard.map(({ length }) => length)).toEqual([count, count, 0]));
    }
    expect(await client.unwrap()[0].xlen(BROADCASTS)).toBeLessThan(250);
    expect(missed).toBe(0);
    proxy.heal();
    await eventually(() => expect(missed).toBe(1));
    expect(warn).toHaveBeenCalledWith(`Events of ${BROADCASTS} may have been missed`);
    warn.mockRestore();
    const last = heard[0]?.at(-1)?.price;
    await eventually(() => expect(heard[2]?.at(-1)?.price).toBe(last));
    await emit('prices.changed', 301);
    await eventually(() => expect(heard[2]?.at(-1)?.price).toBe(301));
    expect(missed).toBe(1);
  });

  it('that Redis refuses to keep are parked with its reason', async () => {
    const eventRoutes = { 'prices.changed': ['misused'] };
    const own = await connectedClient({ redisUrl: redis.url, signingKey, eventRoutes });
    const options = { redisUrl: redis.url, signingKey, service: 'misused', maxEventAttempts: 1 };
    const replica = await readyReplica(listener([]), options);
    await own.unwrap()[0].set('rpc:misused:broadcasts', 'no stream');
    await lastValueFrom(own.emit('prices.changed', 1), { defaultValue: undefined });
    const letters = new DeadLetters(own.unwrap()[0], 'misused');
    const reason = expect.stringContaining('WRONGTYPE') as string;
    await eventually(async () => expect(await letters.list()).toMatchObject([{ reason }]));
    own.close();
    await replica.close();
  });

  it('that no handler knows are dropped with a log line', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const options = { redisUrl: redis.url, service: 'newer' };
    const own: Heard[] = [];
    const replica = await readyReplica(listener(own), options);
    const add = (pattern: string) =>
      client
        .unwrap()[0]
        .xadd('rpc:newer:broadcasts', '*', 'h', JSON.stringify({ id: '1', pattern }), 'd', '9');
    await add('prices.rounded');
    await add('prices.changed');
    await eventually(() => expect(pricesOf(own)).toEqual([9]));
    expect(replica.server.stats().unreadable).toBe(1);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Dropped .*: no handler$/));
    warn.mockRestore();
    await replica.close();
  });

  it('that are forged are refused', async () => {
    const fields = ['h', '{"id":"1","pattern":"prices.changed"}', 'd', '1', 's', 'x'.repeat(43)];
    await client.unwrap()[0].xadd(BROADCASTS, '*', ...fields);
    await emit('prices.changed', 8);
    await eventually(() => expect(heard.flat()).toHaveLength(3));
    expect(replicas.map(({ server }) => server.stats().refused)).toEqual([1, 1, 1]);
  });
});
