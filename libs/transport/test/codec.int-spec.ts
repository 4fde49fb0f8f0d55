import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { from, lastValueFrom, type Observable, toArray } from 'rxjs';

import { DeadLetters, type RedisStreamsClient, StreamRecord } from '../src/index.js';
import { msgpackCodec } from '../src/msgpack.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';

const signingKey = 'a signing key of at least thirty-two characters';
/** What JSON has no form of, and what Lua, JSON and PUBLISH could break on the way. */
const order = {
  placedAt: new Date('2026-11-23T10:00:00Z'),
  photo: new Uint8Array([0, 10, 13, 34, 92, 255]),
  prices: new Map([['frame', 12n ** 30n]]),
  weight: Number.NaN,
  note: 'ünï\u0000 "\\" \u2028 😀',
  discount: undefined,
};
const heard: unknown[] = [];
let broken = false;

@Controller()
class OrdersController {
  @MessagePattern('orders.echo')
  echo(@Payload() data: unknown): unknown {
    return data;
  }

  @MessagePattern('orders.each')
  each(@Payload() data: unknown[]): Observable<unknown> {
    return from(data);
  }

  @MessagePattern('orders.refuse')
  refuse(): never {
    throw new RpcException({ code: 'SOLD_OUT' });
  }

  @EventPattern<string>('orders.placed')
  placed(@Payload() data: unknown): void {
    if (broken) throw new Error('no paper');
    heard.push(data);
  }

  @EventPattern<string>('orders.announced', { broadcast: true })
  announced(@Payload() data: unknown): void {
    heard.push(data);
  }
}

describe.each(redisKinds)('with msgpackCodec on %s', (kind) => {
  let redis: RedisProcess;
  let replica: RunningService;
  let client: RedisStreamsClient;
  let letters: DeadLetters;
  const eventRoutes = { 'orders.placed': ['orders'], 'orders.announced': ['orders'] };

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    const options = {
      redisUrl: redis.url,
      signingKey,
      codec: msgpackCodec,
      maxMessageBytes: 4_096,
    };
    replica = await readyReplica(OrdersController, { ...options, maxEventAttempts: 1 });
    client = await connectedClient({ ...options, eventRoutes });
    letters = new DeadLetters(client.unwrap()[0], 'orders');
  });

  beforeEach(() => {
    heard.length = 0;
    broken = false;
  });

  afterAll(async () => {
    client.close();
    await replica.close();
    await redis.stop();
  });

  const ask = (pattern: string, data: unknown) => lastValueFrom(client.send(pattern, data));
  const emit = (pattern: string, record: unknown, by = client) =>
    lastValueFrom(by.emit(pattern, record), { defaultValue: undefined });

  it('a request and its reply keep what JSON loses', async () => {
    expect(await ask('orders.echo', order)).toStrictEqual(order);
  });

  it('so does each value of an observable', async () => {
    const values = [order, 1n, null, new Date(0)];
    const answers = client.send('orders.each', values).pipe(toArray());
    expect(await lastValueFrom(answers)).toStrictEqual(values);
  });

  it.each([
    ['an event', 'orders.placed', {}],
    ['an event with a key', 'orders.placed', { key: 'a' }],
    ['a delayed event', 'orders.placed', { delayMs: 1 }],
    ['a delayed event with a key', 'orders.placed', { delayMs: 1, key: 'a' }],
    ['a broadcast event', 'orders.announced', {}],
  ])('so does %s', async (_, pattern, options) => {
    await emit(pattern, new StreamRecord(order, options));
    await eventually(() => expect(heard).toStrictEqual([order]));
  });

  it('so does an event that was parked, and the codec reads what the dead letter shows', async () => {
    broken = true;
    await emit('orders.placed', order);
    await eventually(async () => expect(await letters.count()).toBe(1));
    const [letter] = await letters.list();
    expect(msgpackCodec.decode(letter?.data ?? '')).toStrictEqual(order);
    broken = false;
    await letters.replay('all');
    await eventually(() => expect(heard).toStrictEqual([order]));
  });

  it('an error arrives as the handler threw it', async () => {
    await expect(ask('orders.refuse', order)).rejects.toEqual({ code: 'SOLD_OUT' });
  });

  it('the text that travels may be as long as maxMessageBytes and no longer', async () => {
    const bytes = new Uint8Array(3_300);
    expect(msgpackCodec.encode(bytes).length).toBeGreaterThan(4_096);
    await expect(ask('orders.echo', bytes)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const fitting = new Uint8Array(2_900);
    expect(await ask('orders.echo', fitting)).toStrictEqual(fitting);
  });

  it('a caller with JSON is told so, and its event is parked with that reason', async () => {
    const redisUrl = redis.url;
    const stranger = await connectedClient({ redisUrl, signingKey, eventRoutes });
    const reason = 'unreadable-data; is codec the same in every process?';
    await expect(lastValueFrom(stranger.send('orders.echo', { id: 7 }))).rejects.toEqual({
      status: 'error',
      message: `The message could not be accepted: ${reason}`,
    });
    await emit('orders.placed', { id: 7 }, stranger);
    await eventually(async () => expect(await letters.list()).toMatchObject([{ reason }]));
    await letters.drop('all');
    stranger.close();
    expect(heard).toEqual([]);
  });
});
